"$COHGEN" gen rcc mesi
