# State diagrams that Graphviz would lay out for minutes: one of 40 states is drawn with less care, one of 300 is left out, and the page says so.
for n in 40 300; do
    sh "$HOME_DIR/tests/tables/large.sh" states $n >table.json
    "$COHGEN" doc table.json -q -o page
    echo "$n states: exit $?"
    ls page
    grep '^The state diagram' page/directory.md
    grep -c 'The state diagram of' page/index.html
    rm -rf page
done
rm table.json
