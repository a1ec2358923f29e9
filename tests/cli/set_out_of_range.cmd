"$COHGEN" gen rcc --set cores=99 --set ts_bits=1
