#!/bin/bash
# The exhaustive check: RCC holds within its bounds; tables with a planted fault do not, and say how. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
. mk/json.sh
out=build/test/check
rm -rf "$out"
mkdir -p "$out"
export COHGEN_CACHE=$PWD/$out/cache

# expect NAME WANTED GOT
expect() { if [ "$2" = "$3" ]; then ok "$1"; else fail "$1" "wanted $2, got $3"; fi; }

# ------------------------------------------------------------------------------------------------------ it holds
build/cohgen check rcc --json --coverage "$out/coverage.json" >"$out/first.json" 2>"$out/log"
expect "rcc: exit 0" 0 $?
expect "rcc: holds, all bounds complete" "true true" "$(json "$out/first.json" holds) $(json "$out/first.json" complete)"
states() { sed -n 's/^ *"states": *\([0-9]*\).*/\1/p' "$1" | tr '\n' ' '; }
if states "$out/first.json" | grep -qE '[0-9]{4}'; then ok "rcc: states $(states "$out/first.json")"
else fail "rcc: thousands of states" "$(states "$out/first.json")"; fi
grep -q '"checked": *[1-9]' "$out/coverage.json" && ok "rcc: coverage file has what fired" ||
    fail "rcc: coverage file has what fired"

build/cohgen check rcc --json >"$out/second.json" 2>>"$out/log"
expect "rcc again: exit 0" 0 $?
grep '"cached"' "$out/second.json" | grep -v true >"$out/bad"
check "rcc again: all from the cache" "$out/bad"
expect "rcc again: the same states" "$(states "$out/first.json")" "$(states "$out/second.json")"

# -------------------------------------------------------------------------------------------- without logical time
# Nodes, sets, complete, and values judged by windows. The other bounds take a minute or more.
for one in "mesi_wt sharing" "mesi threads" "tcs sharing"; do
    # shellcheck disable=SC2086
    set -- $one
    build/cohgen check "$1" --bounds "$2" --json >"$out/$1.json" 2>>"$out/log"
    expect "$1 $2: exit 0" 0 $?
    expect "$1 $2: holds" "true true" "$(json "$out/$1.json" holds) $(json "$out/$1.json" complete)"
done

# ------------------------------------------------------------------------------------------------- planted faults
# planted FAULT KIND [PROTOCOL BOUND]: a bound of the table shows it
planted() {
    name=$1 bound=${4:-leases}
    sed=tests/faults/table/$name.sed
    [ -f "$sed" ] || sed=tests/check/$name.sed
    sed -f "$sed" "protocols/${3:-rcc}.json" >"$out/$name.json"
    build/cohgen check "$out/$name.json" --bounds "$bound" -o "$out/$name" >"$out/$name.txt" 2>>"$out/log"
    expect "$name: exit 1" 1 $?
    if grep -q "^$2 in bound '$bound': " "$out/$name.txt"; then ok "$name: $(grep "^$2 in bound" "$out/$name.txt")"
    else fail "$name: it is about: $2" "$(head -n 20 "$out/$name.txt")"; fi
    for f in chart.txt chart.svg model.m trace.txt replay.json; do
        [ -s "$out/$name/$f" ] || echo "$f"
    done >"$out/bad"
    check "$name: charts, model, trace and replay are there" "$out/bad"
    grep -qE '^ +[0-9]+ .* (WRITE|DATA|GETS)' "$out/$name/chart.txt" && ok "$name: the chart shows messages" ||
        fail "$name: the chart shows messages" "$(cat "$out/$name/chart.txt")"
    steps=$(grep -c '"rule"' "$out/$name/replay.json")
    expect "$name: as many steps in the replay as in the trace" "$(grep -cE '^[1-9][0-9]*\. ' "$out/$name/trace.txt")" "$steps"
}
planted lease_dropped "data value"

# The counterexample's steps on the RTL that is made from the same table: the memory oracle sees it there, too.
env -u COHGEN_CACHE build/cohgen sim "$out/lease_dropped.json" --replay "$out/lease_dropped/replay.json" --no-rerun \
    >"$out/replay.txt" 2>&1
expect "lease_dropped on the RTL: exit 1" 1 $?
if grep -q "steps happened; the hardware shows a violation" "$out/replay.txt"; then
    ok "lease_dropped on the RTL: $(grep 'steps happened' "$out/replay.txt")"
else fail "lease_dropped on the RTL: shown" "$(tail -n 20 "$out/replay.txt")"; fi
planted flush_skipped "invariant"
planted dirty_forgotten "data value" mesi_wt sharing

# ------------------------------------------------------------------------------- programs without data races
build/cohgen check gd --bounds handover --bounds one_line --bounds asking --json >"$out/gd.json" 2>>"$out/log"
expect "gd handover, one_line, asking: exit 0" 0 $?
expect "gd: holds" "true true" "$(json "$out/gd.json" holds) $(json "$out/gd.json" complete)"
for one in "lines_survive handover" "release_early handover" "passes_own handover" "atomic_clean one_line" "entries_survive asking"; do
    # shellcheck disable=SC2086
    set -- $one
    sed -f "tests/check/gd_$1.sed" protocols/gd.json >"$out/gd_$1.json"
    build/cohgen check "$out/gd_$1.json" --bounds "$2" -o "$out/gd_$1" >"$out/gd_$1.txt" 2>>"$out/log"
    expect "gd_$1: exit 1" 1 $?
    if grep -q "^data value in bound '$2': " "$out/gd_$1.txt"; then ok "gd_$1: $(grep "^data value in" "$out/gd_$1.txt")"
    else fail "gd_$1: a value is wrong" "$(head -n 20 "$out/gd_$1.txt")"; fi
    if grep -q ' drain' "$out/gd_$1/chart.txt" || [ "$1" = atomic_clean ] || [ "$1" = passes_own ]; then ok "gd_$1: the chart shows what leaves the store buffer"
    else fail "gd_$1: the chart shows what leaves the store buffer" "$(cat "$out/gd_$1/chart.txt")"; fi
done

# ------------------------------------------------------------------------------------------------------ a clock
# The clock's steps are none of the table, and its wrap is one of each controller: no replay.
for name in wrap_forgotten store_too_soon; do
    sed -f "tests/check/$name.sed" protocols/tcs.json >"$out/$name.json"
    build/cohgen check "$out/$name.json" --bounds sharing -o "$out/$name" >"$out/$name.txt" 2>>"$out/log"
    expect "$name: exit 1" 1 $?
    if grep -q "^\(invariant\|data value\) in bound 'sharing': " "$out/$name.txt"; then ok "$name: $(grep "in bound 'sharing'" "$out/$name.txt")"
    else fail "$name: seen" "$(head -n 20 "$out/$name.txt")"; fi
done
if grep -q ' wrap ' "$out/wrap_forgotten/chart.txt"; then ok "wrap_forgotten: the chart shows the wrap"
else fail "wrap_forgotten: the chart shows the wrap" "$(cat "$out/wrap_forgotten/chart.txt")"; fi
grep -q 'On the hardware' "$out/wrap_forgotten.txt" && fail "wrap_forgotten: no replay is offered" || ok "wrap_forgotten: no replay is offered"

# ------------------------------------------------------------------------------------------------ unordered networks
# RCC's requests need no order: messages overtake each other.
sed 's/"req":  {"kind": "crossbar",/& "ordered": false,/' protocols/rcc.json >"$out/unordered.json"
build/cohgen check "$out/unordered.json" --bounds threads --queue 2 --set tick_cycles=0 --json >"$out/unordered.out" 2>>"$out/log"
expect "unordered requests: holds" "0 true" "$? $(json "$out/unordered.out" holds)"

# ------------------------------------------------------------------------------------------------------ it is ended
# Ended by a signal it leaves no process and no half-made result.
build/cohgen check rcc --fresh -q &
pid=$!
sleep 2
kill -TERM "$pid"
wait "$pid"
expect "ended by SIGTERM: says so" 143 $?
find "$out/cache" -name 'checker*' -o -name '*.new' >"$out/bad"
check "ended by SIGTERM: nothing half-made is left" "$out/bad"

build/cohgen check rcc --fresh --bounds leases --timeout 1 --json >"$out/late.json" 2>>"$out/log"
expect "out of time: exit 3" 3 $?
expect "out of time: does not hold" false "$(json "$out/late.json" holds)"
total
