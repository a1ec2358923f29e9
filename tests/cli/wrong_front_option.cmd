"$COHGEN" --json list
