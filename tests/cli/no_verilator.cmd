PATH=/nonexistent "$COHGEN" sim rcc
