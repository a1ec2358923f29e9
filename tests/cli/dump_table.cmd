"$COHGEN" gen rcc --without atomics --dump-table >table.json && "$COHGEN" gen table.json -q -o out
grep -c '"ATOMIC"' table.json
rm -r out
