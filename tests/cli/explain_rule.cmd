"$COHGEN" explain rcc l1.tick.1 --json | sed 's/the [0-9]* co-sim/the N co-sim/'
