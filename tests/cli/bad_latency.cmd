# Found before anything is built.
"$COHGEN" sim rcc --mem-latency 9:3
