"$COHGEN" gen rcc --set l1_sets=many
