"$COHGEN" area rcc --tech ice40 --macros-from 16
