"$COHGEN" gen rcc --point nowhere
