#!/bin/bash
# Sequences of transitions played on the RTL, one by one: NAME.json is the replay, NAME.expected what is left of the
# run's output without its steps and cycles. NAME.table (optional): a fault, tests/*.sed, to plant in the protocol's table
# first. tests/replay/run.sh --update writes the expected files anew. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
out=build/test/replay
mkdir -p "$out"

# What was found, in how many steps. The hardware's cycles are its own affair.
essence() {
    grep -h -e '^  reason:' -e '^replay: [0-9]' -e '^memory oracle' -e '^  thread' -e 'under way' -e 'keeps' "$1" |
        sed 's/cycle [0-9]*/cycle N/g'
    echo "exit $2"
}

# tests/check plays a counterexample of the same fault on the RTL, and acquire_forgets shows here that a violation is seen.
later=lease_dropped
for file in tests/replay/*.json; do
    name=$(basename "$file" .json)
    if [ "$name" = $later ] && ! full && [ "${1:-}" != --update ]; then continue; fi
    table=$(sed -n 's/^ *"protocol": "\(.*\)",$/\1/p' "$file")
    if [ -f "tests/replay/$name.table" ]; then
        sed -f "tests/$(cat "tests/replay/$name.table").sed" "protocols/$table.json" >"$out/$name.table.json"
        table=$out/$name.table.json
    fi
    simulation "$table"
    key="$simulated $(digest "$file" "tests/replay/$name.expected")"
    title="$name: $(sed -n 's/^ *"what": "\(.*\)",$/\1/p' "$file")"
    if [ "${1:-}" != --update ] && kept "$key"; then
        ok "$title (kept)"
        continue
    fi
    build/cohgen sim "$table" --replay "$file" --no-rerun >"$out/$name.log" 2>&1 </dev/null
    essence "$out/$name.log" $? >"$out/$name.got"
    [ "${1:-}" = --update ] && cp "$out/$name.got" "tests/replay/$name.expected"
    diff -u "tests/replay/$name.expected" "$out/$name.got" >"$out/$name.diff" 2>&1
    check "$title" "$out/$name.diff"
    if [ ! -s "$out/$name.diff" ]; then keep "$key"; fi
done

# What the hardware did by itself, at random and with things held back, it must do again, step by step.
# trail PROTOCOL SEED DESIGN POINT...
trail() {
    name=$1-$2 trail=$out/trail-$1-$2.json again=$out/trail-$1-$2.log
    simulation "$1"
    key="$simulated trail $*"
    if kept "$key" "$again"; then
        ok "trail of $1, seed $2: $(tail -n 1 "$again") (kept)"
        return
    fi
    if build/cohgen sim "$1" -w random -n 600 -s "$2" -O lines=8 -c hold=40 -c evict=20 -c "trail=$trail" "${@:3}" \
        >"$out/trail.log" 2>&1 </dev/null && build/cohgen sim "$1" --replay "$trail" --no-rerun >"$again" 2>&1 </dev/null; then
        ok "trail of $1, seed $2: $(tail -n 1 "$again")"
        keep "$key" "$again"
    else
        fail "trail of $1, seed $2"
        tail -n 3 "$out/trail.log" "$again" | cut -c1-200
    fi
}
# shellcheck disable=SC2086
trail rcc 1 $steps
# shellcheck disable=SC2086
trail rcc 2 $steps

# A clock that often begins anew, alarms and fences.
point=()
for said in cores=2 threads=2 partitions=1 line_bytes=16 axi_data_bits=32 l1_sets=2 l1_ways=1 l1_mshrs=2 l1_waiters=2 \
    l2_sets=4 l2_ways=1 l2_mshrs=2 l2_waiters=2 clock_bits=5 clock_cycles=2 lease=8; do
    point+=(--set "$said")
done
# Of the two that have a clock tcw has fences, too.
full && trail tcs 1 "${point[@]}"
trail tcw 1 "${point[@]}" -O fences=10
total
