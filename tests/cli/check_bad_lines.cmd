"$COHGEN" check rcc --lines 0
