"$COHGEN" sim rcc --workload random -O lins=4
