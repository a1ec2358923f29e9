"$COHGEN" litmus rcc
"$COHGEN" litmus --allowed .
