"$COHGEN" explain rcc VV load
