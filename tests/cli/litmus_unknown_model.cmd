"$COHGEN" litmus --allowed --model rvmwo x.litmus
