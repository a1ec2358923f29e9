"$COHGEN" sim rcc --workload spin_mutx
