# A sample is fixed, and its mutants can be had as files.
"$COHGEN" mutate "$HOME_DIR/tests/diag/base.json" --list --sample 4 --seed 2 -v -o mutants
"$COHGEN" mutate "$HOME_DIR/tests/diag/base.json" --list --only toy.l1.V.load.1:drop:hit
