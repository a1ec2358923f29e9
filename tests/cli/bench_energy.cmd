# Energy by counted events: sums of figures that are given, and none where one is missing. Then what is wrong with figures.
results() {
    cat <<END
{
  "bench": "b", "commit": null, "programs": "0123456789abcdef", "seeds": [1, 2], "failed": 0,
  "hardware": {"toy": "0123456789abcdef", "other": "0123456789abcdef"},
  "description": {"name": "b", "title": "b", "baseline": "toy", "protocols": ["toy", "other"],
                  "workloads": [{"name": "bfs", "group": "a"}, {"name": "matmul", "group": "a"}],
                  "energy": [$1]},
  "results": [
    {"workload": "bfs", "protocol": "toy", "verdict": "pass", "reasons": [], "numbers": {
      "time": {"runs": [10, 10]}, "l1_hits": {"runs": [1000, 3000]}, "l1_misses": {"runs": [100, 100]},
      "l1_others": {"runs": [0, 0]}, "l2_accesses": {"runs": [10, 30]}, "store_buffer": {"runs": [0, 0]},
      "traffic": {"runs": [50, 50]}, "memory": {"runs": [4, 4]}}},
    {"workload": "matmul", "protocol": "toy", "verdict": "pass", "reasons": [], "numbers": {
      "time": {"runs": [10, 10]}, "l1_hits": {"runs": [500, 500]}, "l1_misses": {"runs": [0, 0]},
      "l1_others": {"runs": [0, 0]}, "l2_accesses": {"runs": [0, 0]}, "store_buffer": {"runs": [0, 0]},
      "traffic": {"runs": [0, 0]}, "memory": {"runs": [0, 0]}}},
    {"workload": "bfs", "protocol": "other", "verdict": "pass", "reasons": [], "numbers": {
      "time": {"runs": [10, 10]}, "l1_hits": {"runs": [1000, 1000]}, "l1_misses": {"runs": [50, 50]},
      "l1_others": {"runs": [0, 0]}, "l2_accesses": {"runs": [10, 10]}, "store_buffer": {"runs": [0, 0]},
      "traffic": {"runs": [25, 25]}, "memory": {"runs": [4, 4]}}},
    {"workload": "matmul", "protocol": "other", "verdict": "pass", "reasons": [], "numbers": {
      "time": {"runs": [10, 10]}, "l1_hits": {"runs": [250, 250]}, "l1_misses": {"runs": [0, 0]},
      "l1_others": {"runs": [0, 0]}, "l2_accesses": {"runs": [0, 0]}, "store_buffer": {"runs": [0, 0]},
      "traffic": {"runs": [0, 0]}, "memory": {"runs": [0, 0]}}}
  ]
}
END
}
of() { printf '{"event": "%s", "pj": "%s", "source": "made up for this test"}' "$1" "$2"; }
tables() { "$COHGEN" bench --kept results.json 2>&1 | sed -n '/^Energy/,/^hardware/p'; }
results "$(of l1_hits 200), $(of l1_misses 300)" > results.json
tables
results "$(of l1_hits 200), $(of l1_misses 300), $(of l2_accesses 1000), $(of traffic 10), $(of memory 5000)" > results.json
tables
# Figures for parts of what an event uses add up, and one may be of one protocol alone.
alone() { printf '{"event": "%s", "pj": "%s", "part": "%s", "protocol": "%s", "source": "made up for this test"}' "$1" "$2" "$3" "$4"; }
results "$(of l1_hits 200), $(alone l1_hits 10 TLB toy), $(alone l1_hits 20 TLB other), $(alone l1_misses 300 L1 other)" > results.json
tables
results "$(of l1_hits 200), $(alone l1_hits 10 TLB toy), $(alone l1_hits 20 TLB toy), $(alone l1_hits 10 TLB tye)" > results.json
"$COHGEN" bench --kept results.json
echo "exit $?"
results "$(of l1_hits 200), $(of l1_hits 300), $(of l1_hit 1), $(of memory 0), {\"event\": \"traffic\", \"pj\": \"1\"}" > results.json
"$COHGEN" bench --kept results.json
echo "exit $?"
rm results.json
