PATH=/nonexistent "$COHGEN" gen rcc --flat -o design
