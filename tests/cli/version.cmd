"$COHGEN" --version
