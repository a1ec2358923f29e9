# What only the tables at their design points can say: a parameter, the harness, what a workload refuses. Nothing is built before.
cat > set.json <<'END'
{
  "name": "bad", "title": "bad", "baseline": "mesi", "point": "tiny",
  "protocols": ["mesi", {"name": "rcc", "set": {"lease_min": -1}}],
  "workloads": [{"name": "bfs", "group": "a", "options": {"scale": 4}}]
}
END
cat > own.json <<'END'
{
  "name": "bad", "title": "bad", "baseline": "mesi", "point": "tiny",
  "protocols": ["mesi", "rcc"],
  "workloads": [{"name": "bfs", "group": "a", "options": {"scale": 4}, "set": {"link_bits": 3}}]
}
END
cat > threads.json <<'END'
{
  "name": "bad", "title": "bad", "baseline": "mesi", "point": "tiny",
  "harness": {"threads": 60},
  "protocols": ["mesi"],
  "workloads": [{"name": "bfs", "group": "a", "options": {"scale": 4}}]
}
END
cat > workloads.json <<'END'
{
  "name": "bad", "title": "bad", "baseline": "mesi", "point": "tiny",
  "protocols": ["mesi", "gd"],
  "workloads": [
    {"name": "big", "workload": "bfs", "group": "a", "options": {"scale": 99}},
    {"name": "racy", "workload": "random", "group": "a", "options": {"loads": 80, "stores": 10}},
    {"name": "hash_table", "group": "a"}
  ]
}
END
for f in set own threads workloads; do
    COHGEN_CACHE="$PWD/cache" "$COHGEN" bench $f.json
    echo "exit $?"
done
[ -z "$(ls cache 2>/dev/null)" ] && echo "nothing in the cache"
rm -rf cache *.json
