"$COHGEN" gen rcc --set ts_bits=8
