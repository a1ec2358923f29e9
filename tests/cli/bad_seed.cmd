"$COHGEN" sim rcc --seed lucky
