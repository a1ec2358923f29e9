"$COHGEN" area rcc --without predicter
