"$COHGEN" explain rcc rcc.l1.V.lod.1
