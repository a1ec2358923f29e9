"$COHGEN" diff rcc rcd
