"$COHGEN" explain rcc l1.tick.1 --json
