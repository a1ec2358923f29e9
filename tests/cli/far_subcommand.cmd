"$COHGEN" frobnicate
