PATH=/nonexistent "$COHGEN" check rcc
