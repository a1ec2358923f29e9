"$COHGEN" gen rcc --flta
