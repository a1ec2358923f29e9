"$COHGEN" explain rcc V evict
