#!/bin/bash
# Long runs of episodes under both golden models, as little of everything as there is (long.list): at least 1,500,000 loads a
# protocol, or variant (NAME/VARIANT). Each load has one legal value. Prints the loads of each run and their sum, and which rules fired.
# Minutes: no part of `make test`. tests/sim/long.sh [NAME...]: only these. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
. mk/json.sh
results long kept

for group in $(sed 's/#.*//' tests/sim/long.list | awk 'NF { print $1 }' | sort -u); do
    if [ $# -gt 0 ] && ! [[ " $* " == *" $group "* ]]; then continue; fi
    loads=0 protocol=${group//\//-}
    rm -f "$out/$protocol.coverage"
    while read -r of name arguments; do
        [ "$of" = "$group" ] || continue
        log=$out/$protocol-$name
        # shellcheck disable=SC2086
        if build/cohgen sim "${group%/*}" ${arguments//@tiny/$tiny} --coverage "$out/$protocol.coverage" --report "$log.json" \
            >"$log.log" 2>&1 </dev/null; then
            some=$(json "$log.json" operations load) loads=$((loads + some))
            ok "$protocol $name: $(grouped "$some") loads, $(grouped "$(json "$log.json" operations total)") operations"
        else
            fail "$protocol $name: build/cohgen sim ${group%/*} $arguments" "$(tail -n 15 "$log.log" | cut -c1-200)"
        fi
    done <tests/sim/long.list
    if [ "$loads" -ge 1500000 ]; then ok "$protocol: $(grouped "$loads") loads"
    else fail "$protocol: $(grouped "$loads") loads are not 1,500,000"; fi
    echo "     rules fired: $(json "$out/$protocol.coverage" rules_fired) of $(json "$out/$protocol.coverage" rules);" \
        "guards seen true and false: $(json "$out/$protocol.coverage" guards_toggled) of" \
        "$(json "$out/$protocol.coverage" guards)"
done
total
