"$COHGEN" gne rcc
