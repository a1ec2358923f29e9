#!/bin/bash
# Co-simulations under both golden models (runs.list, or short.list for a protocol that stands there), and the coverage of the tables' rules over all of them: every rule
# must have fired, or stand in not_fired.list with a reason. Tables of tests/tables have runs of their own (tables.list);
# that their rules are all within reach is for the unit tests. tests/sim/run.sh [NAME...]: only these protocols and tables.
# Needs build/cohgen; models are built in the cache.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
. mk/json.sh
results sim kept

chosen=$*
chosen() { [ -z "$chosen" ] || [[ " $chosen " == *" $1 "* ]]; }

# simulate PROTOCOL NAME [full] ARGUMENTS...: a protocol of protocols/, or a file; full: with FULL=1 only; a run without it has twice
# the operations of its list then. What was covered before is covered afterwards, so that it is part of the key.
simulate() {
    protocol=$(basename "$1" .json) name=$2 log=$out/$(basename "$1" .json)-$2
    if [ "${3:-}" = full ]; then
        full || return
        set -- "$1" "$2" "${@:4}"
    elif full; then
        mapfile -t twice < <(printf '%s\n' "${@:3}" | awk 'before == "-n" { $0 *= 2 } { print; before = $0 }')
        set -- "$1" "$2" "${twice[@]}"
    fi
    simulation "$1"
    mapfile -t played < <(printf '%s\n' "${@:3}" | grep -o 'tests/sim/.*\.json$')
    key="$simulated ${*:3} ${played:+$(digest "${played[@]}") }$(digest "$out/$protocol.coverage" 2>/dev/null) $(digest protocols/walkthroughs)"
    if kept "$key" "$out/$protocol.coverage" "$log.json" "$log.log"; then
        ok "$protocol $name: $(grep -h 'operations in' "$log.log" | sed 's/^[^:]*: //' | tail -n 1) (kept)"
    elif build/cohgen sim "$1" "${@:3}" --coverage "$out/$protocol.coverage" --report "$log.json" >"$log.log" 2>&1 \
        </dev/null; then
        ok "$protocol $name: $(grep -h 'operations in' "$log.log" | sed 's/^[^:]*: //' | tail -n 1)"
        keep "$key" "$out/$protocol.coverage" "$log.json" "$log.log"
    else
        fail "$protocol $name: build/cohgen sim $1 ${*:3}"
        tail -n 15 "$log.log" | cut -c1-200 | sed 's/^/     /'
    fi
}

# rules NAME: of a protocol, each in a line, without the protocol's name
rules() { build/cohgen gen "$1" --dump-ir | sed -n "s/^  rule [0-9]* $1\.//p"; }

# inherited NAME: of a protocol of inherited.list, ids of those rules that the table has as the one that it is made of has them: that one's
# runs fire them
inherited() {
    local base
    grep -qx "$1" tests/sim/inherited.list || return
    base=$(sed -n 's/^  "base": "\([a-z0-9_]*\)",$/\1/p' "protocols/$1.json" 2>/dev/null)
    if [ -f "protocols/$base.json" ]; then comm -12 <(rules "$1" | sort) <(rules "$base" | sort) | sed "s/^\([^:]*\):.*/$1.\1/"; fi
}

# all_fired NAME: over its runs, all rules. Of a table without some feature the runs of the table itself fire what only FULL=1 does.
all_fired() {
    inherited "$1" >"$out/$1.inherited"
    # {"id": "p.m.S.ev", "fired": 0, ..., "counts": true}, in one line or several.
    tr -d ' \n' <"$out/$1.coverage" | tr '{' '\n' | sed -n 's/^"id":"\([^"]*\)","fired":0,.*"counts":true.*/\1/p' |
        grep -vxFf "$out/$1.inherited" |
        while read -r id; do
            reason=$(grep "^$id " tests/sim/not_fired.list)
            if [ -z "$reason" ] || { full && [ "$1" = "${id%%.*}" ] && [[ $reason == *" FULL=1: "* ]]; }; then echo "$id never fired"; fi
        done >"$out/$1.holes"
    check "$1: every rule fired, or there is a reason (not_fired.list)" "$out/$1.holes"
    echo "     rules fired: $(json "$out/$1.coverage" rules_fired) of $(json "$out/$1.coverage" rules);" \
        "guards seen true and false: $(json "$out/$1.coverage" guards_toggled) of" \
        "$(json "$out/$1.coverage" guards)"
}

for table in protocols/*.json; do
    protocol=$(basename "$table" .json)
    chosen "$protocol" || continue
    rm -f "$out/$protocol.coverage" "$out/$protocol"-*.json
    grep "^$protocol " tests/sim/short.list | cut -d' ' -f2- >"$out/$protocol.runs"
    [ -s "$out/$protocol.runs" ] || cp tests/sim/runs.list "$out/$protocol.runs"
    while read -r name arguments; do
        case $name in '' | '#'*) continue ;; esac
        arguments=${arguments//@tiny/$tiny} arguments=${arguments//@few/$few} arguments=${arguments//@steps/$steps} arguments=${arguments//@/$protocol}
        if [[ $arguments =~ --script\ ([^ ]*) ]] && [ ! -f "${BASH_REMATCH[1]}" ]; then continue; fi
        # shellcheck disable=SC2086
        simulate "$protocol" "$name" $arguments
    done <"$out/$protocol.runs"

    still=-1 widest=0
    for report in "$out/$protocol"-*.json; do
        bits=$(json "$report" address_bits)
        [ -n "$bits" ] || continue # a run without a report has failed already
        still=$((still & $(json "$report" address_bits_still)))
        if [ "$bits" -gt $widest ]; then widest=$bits; fi
    done
    still=$((still & ((1 << widest) - 1)))
    if [ $widest -eq 0 ]; then fail "$protocol: no run left a report"
    elif [ $still -eq 0 ]; then ok "$protocol: all bits of an address were 0 and 1"
    else fail "$protocol: bits of addresses that were the same in all requests of each run" "$(printf '0x%x' $still)"; fi

    all_fired "$protocol"
done

# qr without its feature early_sync, which keeps rc: the runs of qr but those that leave out another, and some more on few lines, in which words of synchronization have
# neighbours. neighbour: the copy of such a line is taken away when a StRel writes into it.
if chosen qr && full; then
    build/cohgen gen qr --without early_sync --dump-table >"$out/qr_sync.json"
    rm -f "$out/qr_sync.coverage"
    point=$(sed -n 's/^qr episodes *\(--point.*\) -w .*/\1/p' tests/sim/short.list)
    while read -r name arguments; do
        # shellcheck disable=SC2086
        simulate "$out/qr_sync.json" "$name" $arguments
    done < <(sed -n "/--without\|--replay/d; s/^qr //p" tests/sim/short.list && cat <<END
few       $point -w episodes -n 60000 -s 11 -O lines=3 -O words=4 -O bytes=50
shared    $point -w episodes -n 60000 -s 22 -O lines=6 -O words=4 -O bytes=50 -O stores=60
neighbour $point --script tests/sim/qr_neighbour.json
END
    )
    all_fired qr_sync
fi

# CPUs beside it, with that promise, too: the runs of qr_cpu.
if chosen qr_cpu && full; then
    build/cohgen gen qr_cpu --without early_sync --dump-table >"$out/qr_cpu_sync.json"
    while read -r name arguments; do
        # shellcheck disable=SC2086
        simulate "$out/qr_cpu_sync.json" "$name" ${arguments#full }
    done < <(sed -n "/--without\|--replay/d; s/^qr_cpu //p" tests/sim/short.list)
fi

# What a script's run counts, and what it is told of a fault of the program's.
counts() { # PROTOCOL RUN COUNTER NUMBER
    local got
    got=$(json "$out/$1-$2.json" "$3")
    if [ "$got" = "$4" ]; then ok "$1 $2: $3: $4"; else fail "$1 $2: $3: '$got', not $4"; fi
}
chosen dd_ro && counts dd_ro region read_misses 4
chosen dh && counts dh sections registrations 0
. tests/sim/features.sh
features
# What a workload does before time is taken is not measured: 64 blocks read 64 bins, and nothing is loaded.
chosen gd && counts gd counters load 0
chosen gd && counts gd counters atomic 4096
# Note [room] in docs/rtl.md. beside PROTOCOL NAME LEAST POINT FREE FULL: with a lane that is full most of the time, the loads of core 0
# that need no room on it have at least LEAST percent of the rate that they have with one that is not.
beside() {
    # shellcheck disable=SC2086
    simulate "$1" "$2_free" $lanes $4 $5
    # shellcheck disable=SC2086
    simulate "$1" "$2_full" $lanes $4 $6
    awk -v free="$(json "$out/$1-$2_free.json" rate value)" -v full="$(json "$out/$1-$2_full.json" rate value)" -v least="$3" \
        'BEGIN { if (!free || full < free * least / 100) print full, "operations a cycle beside", free }' >"$out/$1-$2.slow"
    check "$1 $2: at least $3% of the rate while the lane is full" "$out/$1-$2.slow"
}
lanes="--set cores=4 --set partitions=1 --set line_bytes=16 --set addr_bits=24 --set axi_data_bits=32 --set l2_ways=4 --mem-latency 100:100 -s 1 -w pressure"
# Hits at the L2 while the lane to memory is full: three cores store to new lines, and memory takes one line in 100 cycles.
memory="--set threads=4 --set l1_sets=4 --set l1_ways=2 --set l1_mshrs=4 --set l1_waiters=4 --set l2_sets=32 --set l2_mshrs=16 --set l2_waiters=4 --set mem_writes=1 -O kind=neighbour -O lines=24 -O array=2048"
for protocol in mesi rcc; do
    if [ $protocol = mesi ] && ! full; then continue; fi
    if chosen $protocol; then beside $protocol room_memory 50 "$memory" "-O cores=1" "-O warm=200"; fi
done
# Hits in an L1 while its lane of requests is full: six threads of the core miss, and the L2 has two entries.
requests="--set threads=16 --set l1_sets=8 --set l1_ways=4 --set l1_mshrs=16 --set l1_waiters=16 --set l2_sets=16 --set l2_mshrs=2 --set l2_waiters=2 -O cores=1 -O lines=16 -O array=2048 -O window=10000"
if chosen rcc; then beside rcc room_requests 50 "$requests" "-O walkers=0" "-O walkers=6"; fi
if chosen gh; then
    report=$out/gh-mutex_L.json
    locks=$(json "$report" of_atomics) others=$(json "$report" of_data) flits=$(json "$report" flits total)
    : >"$out/gh-mutex_L.sum"
    [ "${locks:-0}" -gt 0 ] && [ "${others:-0}" -gt 0 ] && [ $((locks + others)) -eq "${flits:-0}" ] || echo "$locks, $others, $flits" >"$out/gh-mutex_L.sum"
    check "gh mutex_L: flits about lines of atomics and others add up" "$out/gh-mutex_L.sum"
fi
if chosen dd_ro; then
    # shellcheck disable=SC2086
    build/cohgen sim dd_ro $tiny --set l1_stores=2 --set writes=3 --no-rerun --script tests/sim/dd_ro_stored.json >"$out/dd_ro-stored.log" 2>&1
    if grep -q "^memory oracle: a store into a read-only word, the program's fault: thread 2 store 0x400, .* thread 0 load.readonly 0x400" \
        "$out/dd_ro-stored.log"; then ok "dd_ro: a store into a read-only word is told with both operations"
    else fail "dd_ro: a store into a read-only word is told with both operations" "$(head -n 5 "$out/dd_ro-stored.log")"; fi
fi

if full; then
    # shellcheck disable=SC2086
    tests/sim/long.sh $chosen >"$out/long.log" 2>&1
    sed '/^[0-9]* passed, [0-9]* failed$/d' "$out/long.log"
    passed=$((passed + $(grep -c '^ok ' "$out/long.log"))) failed=$((failed + $(grep -c '^FAIL ' "$out/long.log")))
fi

for table in $(sed 's/#.*//; s/ .*//' tests/sim/tables.list | sort -u); do rm -f "$out/$(basename "$table" .json).coverage"; done
while read -r table name arguments; do
    case $table in '' | '#'*) continue ;; esac
    chosen "$(basename "$table" .json)" || continue
    # shellcheck disable=SC2086
    simulate "tests/tables/$table" "$name" ${arguments//@tiny/$tiny}
done <tests/sim/tables.list
if chosen registry && full; then
    for name in eviction profiled; do
        grep -v second "$out/registry-$name.json" >"$out/registry-$name.same" || echo "no $name" >"$out/registry-$name.same"
    done
    cmp "$out/registry-eviction.same" "$out/registry-profiled.same" >"$out/registry-profiled.differs" 2>&1
    check "registry: a model built by a profile runs as the other does" "$out/registry-profiled.differs"
fi
total
