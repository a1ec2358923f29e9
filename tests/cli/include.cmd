# A table with what it includes: its own parameters and those that it uses; mutants of it are whole tables.
sed -f "$HOME_DIR/tests/diag/include_good.sed" "$HOME_DIR/tests/diag/base.json" >short.json
$COHGEN gen short.json --set cores=3 --dump-ir | head -n 14
$COHGEN gen short.json --set l1_sets=4 -o short
$COHGEN mutate short.json --list -q -o mutants
grep -l '"include"' mutants/*
grep -c '"l1_sets"' "$(ls mutants/*.json | head -n 1)"
rm -r mutants
