"$COHGEN" help smi
