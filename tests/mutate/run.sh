#!/bin/bash
# A fixed sample of wrong tables (NAME.sample: id, verdict, by whom), each put through the stages of NAME.stages. Shows that
# the checks notice what they noticed before, and that `cohgen mutate` says who. All mutants: make mutate. Needs
# build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
out=build/test/mutate
mkdir -p "$out"

for sample in tests/mutate/*.sample; do
    protocol=$(basename "$sample" .sample)
    only=()
    while read -r id _; do
        case $id in '' | '#'*) continue ;; esac
        only+=(--only "$id")
    done <"$sample"
    build/cohgen mutate "$protocol" "${only[@]}" -v --least 0 >"$out/$protocol.log" 2>"$out/$protocol.verdicts" </dev/null
    status=$?
    while read -r id verdict by; do
        case $id in '' | '#'*) continue ;; esac
        got=$(awk -v id="$id" '$2 == id { print $1, $3 }' "$out/$protocol.verdicts")
        if [ "$got" = "$verdict $by" ]; then ok "$protocol: $id: $verdict by $by"
        else fail "$protocol: $id: $got, not $verdict $by" "$(grep -F " $id " "$out/$protocol.verdicts")"; fi
    done <"$sample"
    if [ "$status" -eq 0 ]; then ok "$protocol: exit status"
    else fail "$protocol: exit status $status" "$(tail -n 5 "$out/$protocol.verdicts")"; fi

    # The list of explained survivors names mutants only, each once.
    build/cohgen mutate "$protocol" --list >"$out/$protocol.list"
    sed 's/ .*//' "$out/$protocol.list" | sort >"$out/$protocol.ids"
    sed -n 's/^\([^# ]*\): .*/\1/p' "tests/mutate/$protocol.equivalent" | sort >"$out/$protocol.equivalent"
    comm -13 "$out/$protocol.ids" "$out/$protocol.equivalent" >"$out/$protocol.wrong"
    uniq -d "$out/$protocol.equivalent" >>"$out/$protocol.wrong"
    check "$protocol: explained survivors are mutants" "$out/$protocol.wrong"
done
total
