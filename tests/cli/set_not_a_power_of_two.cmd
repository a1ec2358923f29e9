"$COHGEN" gen rcc --set l1_sets=48
