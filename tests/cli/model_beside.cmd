# A table's own model, in models/ beside it, is found by whatever asks for it.
mkdir models
sed 's/"name": "sc"/"name": "own"/' "$HOME_DIR/protocols/models/sc.json" >models/own.json
sed 's/"consistency": "sc"/"consistency": "own"/' "$HOME_DIR/tests/tables/single.json" >single.json
"$COHGEN" check -q single.json || echo "check: $?"
"$COHGEN" walk -q single.json --ops 500 || echo "walk: $?"
"$COHGEN" litmus single.json no.litmus || echo "litmus: $?"
"$COHGEN" sim single.json -w no_such_workload || echo "sim: $?"
sed 's/"consistency": "sc"/"consistency": "owm"/' "$HOME_DIR/tests/tables/single.json" >other.json
"$COHGEN" walk -q other.json --ops 500
