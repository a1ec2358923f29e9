"$COHGEN" explain rcc l1.IV evict
"$COHGEN" explain rcc l1.V.load.1
