"$COHGEN" check rcc --bounds lease
