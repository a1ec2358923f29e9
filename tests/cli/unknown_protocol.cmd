"$COHGEN" gen rcd
