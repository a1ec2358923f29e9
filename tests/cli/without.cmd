# A table without a feature is a table of its own, whatever is done with it: what the feature drops or adds.
table=$HOME_DIR/tests/tables/added.json
for without in "" "--without brief"; do
    echo "== $without"
    "$COHGEN" explain "$table" V ST $without | grep -ow 'ACK\|HELD' | sort -u
    "$COHGEN" walk "$table" $without -n 300 | grep -o 'rules fired: [0-9]* of [0-9]*'
    "$COHGEN" doc "$table" $without -q -o page && grep -c HELD page/*.html
    rm -r page
done
for command in "check @ --bounds sharing" "walk @" "sim @ -w random" "litmus @" "doc @" "explain @ V ST"; do
    "$COHGEN" $(echo "$command" | sed "s,@,$table,") --without brevity
    echo "$command: exit $?"
done
