# Found before anything is built, and said of the option.
"$COHGEN" sim rcc -c foo=1 2>&1 | sed 's/seed, .*, coverage /seed, ..., coverage /'
"$COHGEN" sim rcc -c sed=2 -c seed=x -c lockstep=2 -c foo
"$COHGEN" litmus rcc -c ssed=1 x.litmus
"$COHGEN" sim rcc_wo -c strict=2
"$COHGEN" walk rcc_wo -c strct=1 -c strict=on -c quick=1
