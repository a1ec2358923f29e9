"$COHGEN" sim "$HOME_DIR/tests/tables/bare.json" --workload random
