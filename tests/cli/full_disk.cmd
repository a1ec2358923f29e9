"$COHGEN" help >/dev/full
