printf '%s\n' '# name, seconds, arguments' 'one 10 help @' 'two sim @' 'three 10 simm @' > bad.stages
"$COHGEN" mutate "$HOME_DIR/tests/tables/bare.json" --sample 1 --stages bad.stages
echo "exit $?"
"$COHGEN" mutate "$HOME_DIR/tests/tables/bare.json" --sample 1 --stages none.stages
