# What is wrong with a description, all at once; then a name that is not there, and options that do not fit.
cat > bad.json <<'END'
{
  "name": "2bad", "title": "bad", "point": "small", "tech": "osu18",
  "set": {"coers": 4, "l2_sets": 4},
  "vary": {"l1_wys": [1, 2], "l1_sets": [4, 4, "eight"], "l1_mshrs": [], "l2_sets": 8},
  "harness": {"mem_latency": 3},
  "seeds": ["two"],
  "protocols": ["rcc", "rcx", {"name": "mesi", "vary": {"l1_sets": [2]}, "sets": {}}],
  "workloads": [
    {"name": "bsf"},
    {"name": "a b", "workload": "bfs", "options": {"scael": 4}},
    {"name": "matmul", "group": "a"}
  ]
}
END
$COHGEN sweep bad.json
echo "exit $?"
echo '{"name": "empty", "title": "", "protocols": [], "tech": "none"}' > empty.json
$COHGEN sweep empty.json
echo "exit $?"
$COHGEN sweep nothing
echo "exit $?"
echo '{"name": "good", "title": "good", "protocols": ["rcc"], "vary": {"l1_ways": [1, 2]}}' > good.json
$COHGEN sweep good.json --list
$COHGEN sweep good.json --set l1_ways=4
echo "exit $?"
$COHGEN sweep good.json --engine slrm
echo "exit $?"
$COHGEN sweep good.json --point-index 2
