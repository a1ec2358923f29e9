# A table that names what is impossible, and the same with "otherwise": no difference in meaning, the same table in hardware.
sed -f "$HOME_DIR/tests/diag/otherwise_good.sed" "$HOME_DIR/tests/tables/directory.json" >short.json
grep -c '"impossible"' "$HOME_DIR/tests/tables/directory.json" short.json
$COHGEN diff "$HOME_DIR/tests/tables/directory.json" short.json
$COHGEN gen "$HOME_DIR/tests/tables/directory.json" -q -o long
$COHGEN gen short.json -q -o short
diff -r long short | grep '^[<>]' | grep -v '"hash"\|design'
rm -r long short
