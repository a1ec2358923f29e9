"$COHGEN" explain rcc l1.IV evict
"$COHGEN" explain rcc l1.V.load.1 | sed 's/the [0-9]* co-sim/the N co-sim/'
