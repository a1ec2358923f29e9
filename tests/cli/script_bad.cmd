# What a script may not say: each case is refused before anything is built, with its place.
script() { printf '{"title": "t", "symbols": {"A": "0x40"},\n "columns": [%s],\n "steps": [%s]}\n' "$1" "$2" > s.json; "$COHGEN" sim gh --point tiny --script s.json; echo "exit $?"; }
state='{"name": "A", "machine": "l1", "space": "state", "addr": "A"}'
script "" '{"op": "load", "addr": "A", "valeu": 1}'
script "" '{"op": "load", "addr": "B"}'
script "" '{"op": "load"}'
script "" '{"op": "lode", "addr": "A"}'
script "" '{"op": "store", "addr": "A"}'
script "" '{"op": "store", "addr": "A", "value": "one"}'
script "" '{"op": "load", "addr": "A", "operand": 1}'
script "" '{"op": "load", "addr": "A", "core": 7}'
script "" '{"op": "load", "addr": "A", "marks": ["aquire"]}'
script "" '{"op": "load", "place": "0x0"}'
script "" '{"op": "command", "command": "map"}'
script "$state" '{"label": "start", "expect": ["S"]}'
script "$state" '{"label": "start", "expect": []}'
script "$state" '{"expect": [{"state": "V"}]}'
script '{"name": "x", "machine": "l3", "field": "even"}' ''
script '{"name": "x", "machine": "l1", "field": "evne"}' ''
script '{"name": "x", "machine": "l1", "space": "thread", "field": "waits"}' ''
script '{"name": "x", "machine": "l1", "space": "state"}' ''
script '{"name": "x", "machine": "l1", "node": 2, "field": "even"}' ''
printf '{"title": "t", "columns": [], "point": {"cores": 3}, "steps": []}' > s.json
"$COHGEN" sim gh --point tiny --script s.json
echo "exit $?"
# Nothing follows the protocol's state, so nothing could be compared.
printf '{"title": "t", "symbols": {"A": "0x40"}, "columns": [%s], "steps": [{"expect": ["I"]}]}' "$state" > s.json
"$COHGEN" sim gh --point tiny -c lockstep=0 --script s.json
