# One core and two partitions: a line that an L1 stores to the L2 in any state keeps the place that it has at the sender.
"$COHGEN" gen gd --set cores=1 -o out -q
grep -h "req_l1_l2_keeps = " out/gd_l1.sv
rm -r out
