#!/bin/bash
# A fixed sample of wrong tables: PROTOCOL.WHAT.sample has mutants, verdicts and by whom, PROTOCOL.WHAT.stages what they
# are put through. Shows that the checks notice what they noticed before, and that `cohgen mutate` says who. All mutants:
# make mutate. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
out=build/test/mutate
mkdir -p "$out"

for sample in tests/mutate/*.sample; do
    name=$(basename "$sample" .sample)
    protocol=${name%%.*}
    only=()
    while read -r id _; do
        case $id in '' | '#'*) continue ;; esac
        only+=(--only "$id")
    done <"$sample"
    build/cohgen mutate "$protocol" "${only[@]}" --stages "tests/mutate/$name.stages" --equivalent /dev/null --least 0 -v \
        >"$out/$name.log" 2>"$out/$name.verdicts" </dev/null
    status=$?
    while read -r id verdict by; do
        case $id in '' | '#'*) continue ;; esac
        got=$(awk -v id="$id" '$2 == id { print $1, $3 ~ /^\(/ ? "-" : $3 }' "$out/$name.verdicts")
        if [ "$got" = "$verdict $by" ]; then ok "$name: $id: $verdict by $by"
        else fail "$name: $id: '$got', not '$verdict $by'" "$(grep -F " $id " "$out/$name.verdicts")"; fi
    done <"$sample"
    if [ "$status" -eq 0 ]; then ok "$name: exit status"
    else fail "$name: exit status $status" "$(tail -n 5 "$out/$name.verdicts")"; fi
done

# The list of explained survivors names mutants only, each once.
for list in tests/mutate/*.equivalent; do
    protocol=$(basename "$list" .equivalent)
    build/cohgen mutate "$protocol" --list | sed 's/ .*//' | sort >"$out/$protocol.ids"
    sed -n 's/^\([^# ][^ ]*\): .*/\1/p' "$list" | sort >"$out/$protocol.equivalent"
    comm -13 "$out/$protocol.ids" "$out/$protocol.equivalent" >"$out/$protocol.wrong"
    uniq -d "$out/$protocol.equivalent" >>"$out/$protocol.wrong"
    check "$protocol: explained survivors are mutants" "$out/$protocol.wrong"
done
total
