COHGEN_HOME=/etc "$COHGEN" list
