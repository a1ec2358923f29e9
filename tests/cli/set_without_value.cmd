"$COHGEN" gen rcc --set cores
