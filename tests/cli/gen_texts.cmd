# What a table says to people is one line wherever it is printed, and no more than a comment or a string there.
"$COHGEN" gen "$HOME_DIR/tests/tables/single.json" -q -o out
grep -h description out/single.core
head -n 2 out/single_pkg.sv
grep -h 'verilator\|synopsys\|perform' out/single*.sv
"$COHGEN" doc "$HOME_DIR/tests/tables/single.json" -q -o doc
grep -o '<h1>.*</h1>' doc/index.html
head -n 1 doc/single.md
rm -rf out doc
