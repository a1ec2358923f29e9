# A table may have many counters, and a bench prints them all.
counters=$(awk 'BEGIN { for (i = 0; i < 100; i++) printf ", \"count%d\": {\"runs\": [%d]}", i, i + 1000 }')
cat > results.json <<END
{
  "bench": "b", "commit": null, "programs": "0123456789abcdef", "seeds": [1], "failed": 0,
  "hardware": {"msi": "0123456789abcdef"},
  "description": {"name": "b", "title": "b", "baseline": "msi", "protocols": ["msi"],
                  "workloads": [{"name": "bfs", "group": "a"}]},
  "results": [
    {"workload": "bfs", "protocol": "msi", "verdict": "pass", "reasons": [], "numbers": {"time": {"runs": [1]}$counters}}
  ]
}
END
echo '<!-- bench b counters --><!-- end of bench -->' >doc.md
"$COHGEN" bench --kept results.json -q --into doc.md -o out >said
echo "exit $?"
grep -o '| count[0-9]*' doc.md | sort -u | wc -l
grep '^| bfs' doc.md | tr '|' '\n' | grep -c '^  *10[0-9][0-9] *$'
rm -r out
