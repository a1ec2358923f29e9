PATH=/nonexistent "$COHGEN" area rcc
