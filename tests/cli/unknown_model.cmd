"$COHGEN" sim rcc --model cs
