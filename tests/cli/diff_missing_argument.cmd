"$COHGEN" diff rcc
