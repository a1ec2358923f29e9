#!/bin/bash
# Co-simulations under both golden models (runs.list), and the coverage of the tables' rules over all of them: every rule
# must have fired, or stand in not_fired.list with a reason. Needs build/cohgen; models are built in the cache.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
out=build/test/sim
mkdir -p "$out"

for table in protocols/*.json; do
    protocol=$(basename "$table" .json)
    rm -f "$out/$protocol.coverage"
    while read -r name arguments; do
        case $name in '' | '#'*) continue ;; esac
        arguments=${arguments//@/$protocol}
        if [[ $arguments =~ --script\ ([^ ]*) ]] && [ ! -f "${BASH_REMATCH[1]}" ]; then continue; fi
        # shellcheck disable=SC2086
        if build/cohgen sim "$protocol" $arguments --coverage "$out/$protocol.coverage" \
            --report "$out/$protocol-$name.json" >"$out/$protocol-$name.log" 2>&1 </dev/null; then
            ok "$protocol $name: $(grep -h 'operations in' "$out/$protocol-$name.log" | sed 's/^[^:]*: //' | tail -n 1)"
        else
            fail "$protocol $name: build/cohgen sim $protocol $arguments"
            tail -n 15 "$out/$protocol-$name.log" | cut -c1-200 | sed 's/^/     /'
        fi
    done <tests/sim/runs.list

    # {"id": "p.m.S.ev", "fired": 0, ..., "counts": true}, in one line or several.
    tr -d ' \n' <"$out/$protocol.coverage" | tr '{' '\n' | sed -n 's/^"id":"\([^"]*\)","fired":0,.*"counts":true.*/\1/p' |
        while read -r id; do
            grep -q "^$id " tests/sim/not_fired.list 2>/dev/null || echo "$id never fired"
        done >"$out/$protocol.holes"
    check "$protocol: every rule fired, or there is a reason (not_fired.list)" "$out/$protocol.holes"
    . mk/json.sh
    echo "     rules fired: $(json "$out/$protocol.coverage" rules_fired) of $(json "$out/$protocol.coverage" rules);" \
        "guards seen true and false: $(json "$out/$protocol.coverage" guards_toggled) of" \
        "$(json "$out/$protocol.coverage" guards)"
done
total
