# Numbers of a description that are out of range, all at once; then what a description needs one of.
cat > numbers.json <<'END'
{
  "name": "bad", "title": "bad", "baseline": "mesi", "point": "tinny",
  "harness": {"mem_latency_min": -3, "mem_stall": 100, "seed": 4, "threads": "all"},
  "seeds": [1, -2, 1],
  "trace": 2,
  "protocols": ["mesi", {"name": "msi", "options": {"bfs.scale": "many", "bfs.sale": 1, "scale": 1}}],
  "workloads": [
    {"name": "bfs", "group": "a", "options": {"scale": -4}},
    {"name": "hash_table", "group": "a", "options": {"ops": "many", "keys": 1}}
  ]
}
END
cat > none.json <<'END'
{
  "name": "bad", "title": "bad", "baseline": "mesi",
  "harness": {"mem_latency_min": 40},
  "seeds": [], "protocols": [], "workloads": []
}
END
for f in numbers none; do
    COHGEN_CACHE="$PWD/cache" "$COHGEN" bench $f.json
    echo "exit $?"
done
[ -z "$(ls cache 2>/dev/null)" ] && echo "nothing in the cache"
rm -rf cache *.json
