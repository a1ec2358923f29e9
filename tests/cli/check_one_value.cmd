"$COHGEN" check rcc --values 1
