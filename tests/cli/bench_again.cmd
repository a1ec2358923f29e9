# --again runs one seed and writes into its file: what says otherwise is refused, and the file stays as it is.
echo '{"bench": "tiny"}' > results.json
echo >doc.md
for option in --kept=results.json --seeds=3 --report=other.json --into=doc.md "-o out" --output=out --json; do
    "$COHGEN" bench tiny --again results.json $option
    echo "exit $?"
done
cat results.json
ls
rm results.json doc.md
