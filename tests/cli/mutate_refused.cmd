# A mutant that the reader refuses is killed without running anything: the report.
echo 'sim 60 sim @' > sim.stages
"$COHGEN" mutate "$HOME_DIR/tests/diag/base.json" --only toy.l1.V.evict:stall --stages sim.stages --report report.json | sed 's/ in [0-9]* s$/ in SOME s/'
grep -c '"verdict": "refused"' report.json
