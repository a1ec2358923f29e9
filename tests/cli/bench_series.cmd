# What is wrong with a series.
cat > none.json <<'EOF'
{
  "name": "none", "title": "none", "baseline": "mesi", "protocols": ["mesi"],
  "series": {"set": "cores", "values": [2, "3", 2], "says": "cores"},
  "workloads": [{"name": "bfs", "group": "a"}]
}
EOF
cat > over.json <<'EOF'
{
  "name": "over", "title": "over", "baseline": "mesi", "protocols": ["mesi"],
  "workloads": [{"name": "bfs", "group": "a"}],
  "paper": [{"protocol": "mesi", "group": "a", "metric": "time", "ratio": "1", "says": ""}]
}
EOF
cat > one.json <<'EOF'
{
  "name": "one", "title": "one", "baseline": "mesi", "protocols": ["mesi"],
  "series": {"set": "cores", "values": [2], "says": "cores"},
  "workloads": [{"name": "bfs", "group": "a"}]
}
EOF
cat > own.json <<'EOF'
{
  "name": "own", "title": "own", "baseline": "mesi", "protocols": ["mesi"],
  "series": {"set": "cores", "values": [1, 2], "says": "cores"},
  "workloads": [{"name": "bfs", "group": "a", "set": {"cores": 4}}],
  "table": [{"says": "time", "workload": "bfs_1", "metric": "time"}],
  "paper": [{"protocol": "mesi", "group": "a_3", "metric": "time", "ratio": "1", "says": ""}]
}
EOF
cat > values.json <<'EOF'
{
  "name": "values", "title": "values", "baseline": "mesi", "protocols": ["mesi"],
  "series": {"set": "cores", "values": [1, 0], "says": "cores"},
  "workloads": [{"name": "bfs", "group": "a"}]
}
EOF
for f in none one over own values; do
    COHGEN_CACHE="$PWD/cache" "$COHGEN" bench $f.json
    echo "exit $?"
done
sed -i 's/\[1, 0\]/[1, 2]/' values.json
COHGEN_CACHE="$PWD/cache" "$COHGEN" bench values.json --set cores=4
echo "exit $?"
[ -z "$(ls cache 2>/dev/null)" ] && echo "nothing in the cache"

# Kept ones: x takes 3 of its time, then 1.5; y 4 and 8; geometric means 3.46 and 3.46.
cat > kept.json <<'EOF'
{
  "bench": "b", "commit": null, "seeds": [1, 2], "failed": 0, "hardware": {"toy": "0123456789abcdef"},
  "description": {"name": "b", "title": "b", "baseline": "toy", "protocols": ["toy"],
                  "series": {"set": "cores", "values": [1, 2, 4], "says": "cores"},
                  "workloads": [{"name": "x", "workload": "bfs", "group": "a"}, {"name": "y", "workload": "bfs", "group": "a"}],
                  "paper": [{"protocol": "toy", "group": "a_4", "metric": "time", "ratio": "0.5", "says": "half of it"}]},
  "results": [
    {"workload": "x_1", "protocol": "toy", "verdict": "pass", "reasons": [], "numbers": {"time": {"runs": [90, 110]}}},
    {"workload": "x_2", "protocol": "toy", "verdict": "pass", "reasons": [], "numbers": {"time": {"runs": [300, 300]}}},
    {"workload": "x_4", "protocol": "toy", "verdict": "pass", "reasons": [], "numbers": {"time": {"runs": [150, 150]}}},
    {"workload": "y_1", "protocol": "toy", "verdict": "pass", "reasons": [], "numbers": {"time": {"runs": [10, 10]}}},
    {"workload": "y_2", "protocol": "toy", "verdict": "pass", "reasons": [], "numbers": {"time": {"runs": [40, 40]}}},
    {"workload": "y_4", "protocol": "toy", "verdict": "pass", "reasons": [], "numbers": {"time": {"runs": [80, 80]}}}
  ]
}
EOF
cat > doc.md <<'EOF'
<!-- bench b series time --><!-- end of bench -->
With 4: <!-- bench b growth toy time a_4 --><!-- end of bench -->; with 1: <!-- bench b growth toy time a_1 --><!-- end of bench -->.
<!-- bench b paper --><!-- end of bench -->
EOF
"$COHGEN" bench --kept kept.json -q --into doc.md
echo "exit $?"
cat doc.md
for mark in "growth toy time a" "growth tou time a_2" "growth toy time"; do
    echo "<!-- bench b $mark --><!-- end of bench -->" >wrong.md
    "$COHGEN" bench --kept kept.json -q --into wrong.md
    echo "exit $?"
done
cat > kept.json <<'EOF'
{
  "bench": "b", "commit": null, "seeds": [1], "failed": 0, "hardware": {"toy": "0123456789abcdef"},
  "description": {"name": "b", "title": "b", "baseline": "toy", "protocols": ["toy"],
                  "workloads": [{"name": "x", "workload": "bfs", "group": "a"}]},
  "results": [{"workload": "x", "protocol": "toy", "verdict": "pass", "reasons": [], "numbers": {"time": {"runs": [100]}}}]
}
EOF
echo "<!-- bench b series time --><!-- end of bench -->" >wrong.md
"$COHGEN" bench --kept kept.json -q --into wrong.md
echo "exit $?"
rm -rf cache *.json *.md
