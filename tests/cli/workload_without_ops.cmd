"$COHGEN" sim rcc --workload tree_barrier --ops 100
