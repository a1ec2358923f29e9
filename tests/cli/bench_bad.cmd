# What is wrong with a description, all at once; then names that are not there.
cat > bad.json <<'END'
{
  "name": "bad", "title": "bad", "baseline": "mesy",
  "harness": {"mem_latency": 3},
  "seeds": [1, "two"],
  "protocols": ["mesi", {"name": "mesi", "sets": {}}],
  "workloads": [
    {"name": "bsf", "group": "a"},
    {"name": "bfs", "group": "a", "options": {"scael": 4}},
    {"name": "matmul"}
  ],
  "table": [{"says": "", "workload": "bfs", "metric": "rate", "percent_of": "much"}],
  "paper": [{"protocol": "rcx", "over": "mesi", "group": "b", "metric": "tiem", "ratio": "fast", "says": ""}]
}
END
$COHGEN bench bad.json
echo "exit $?"
$COHGEN bench shering
echo "exit $?"
$COHGEN bench nowhere.json
