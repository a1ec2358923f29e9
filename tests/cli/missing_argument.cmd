"$COHGEN" gen
