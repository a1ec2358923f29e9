# Results that were kept: what is wrong with the command line, and with a file.
"$COHGEN" bench tiny --kept results.json
echo "exit $?"
"$COHGEN" bench --kept results.json
echo "exit $?"
cat > results.json <<'END'
{
  "bench": "b", "commit": null, "programs": "0123456789abcdef", "seeds": [1, 2], "failed": 0,
  "hardware": {"toy": "0123", "toi": "0123456789abcdef"},
  "description": {"name": "b", "title": "b", "baseline": "toy", "protocols": ["toy"],
                  "workloads": [{"name": "bfs", "group": "a"}]},
  "results": [
    {"workload": "bfs", "protocol": "toy", "verdict": "pass", "reasons": [], "numbers": {"time": {"runs": [1]}}},
    {"workload": "bsf", "protocol": "toy", "verdict": "pass", "reasons": [], "numbers": {}}
  ]
}
END
"$COHGEN" bench --kept results.json
