PATH=/nonexistent "$COHGEN" doc rcc -o page
