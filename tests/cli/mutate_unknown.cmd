"$COHGEN" mutate "$HOME_DIR/tests/diag/base.json" --only toy.l1.V.load.1:drop:hitt
