"$COHGEN" explain rcc V laod
