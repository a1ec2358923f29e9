"$COHGEN" gen rcc --set coers=4
