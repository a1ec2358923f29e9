# One clear error, before anything is built.
cat >step.json <<'E'
{"protocol": "rcc", "point": {"cores": 2}, "steps": [
  {"rule": "rcc.l1.I.load", "machine": "l1", "node": 5, "event": "load", "line": 0, "thread": 0}]}
E
"$COHGEN" sim rcc --replay step.json; echo "exit $?"
echo '{"protocol": "rcc", "point": {"ts_bits": 99}, "steps": []}' >point.json
"$COHGEN" sim rcc --replay point.json; echo "exit $?"
echo '{"protocol": "rcc"' >broken.json
"$COHGEN" sim rcc --replay broken.json; echo "exit $?"
"$COHGEN" sim rcc --replay missing.json; echo "exit $?"
"$COHGEN" sim rcc --replay step.json --set cores=3; echo "exit $?"
"$COHGEN" sim rcc --replay step.json --workload random; echo "exit $?"
"$COHGEN" sim rcc --workload replay
