#!/bin/bash
# The exhaustive check: RCC holds within its bounds; tables with a planted fault do not, and say how. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
. mk/json.sh
results check

# expect NAME WANTED GOT
expect() { if [ "$2" = "$3" ]; then ok "$1"; else fail "$1" "wanted $2, got $3"; fi; }

# Of a small exploration, as one that ends at a planted fault: the compiler's work is most of it.
quick=--optimize=0

# ------------------------------------------------------------------------------------------------------ it holds
# Four bounds of its eight check every rule that all of them check: `leases` two that these three do not. FULL=1 takes all bounds of all tables.
bounds_of_rcc="--bounds threads --bounds answers --bounds polling"
full && bounds_of_rcc="$bounds_of_rcc --bounds leases"
# shellcheck disable=SC2086
build/cohgen check rcc $bounds_of_rcc --json --coverage "$out/coverage.json" >"$out/first.json" 2>"$out/log"
expect "rcc: exit 0" 0 $?
expect "rcc: holds, bounds complete" "true true" "$(json "$out/first.json" holds) $(json "$out/first.json" complete)"
states() { sed -n 's/^ *"states": *\([0-9]*\).*/\1/p' "$1" | tr '\n' ' '; }
if states "$out/first.json" | grep -qE '[0-9]{4}'; then ok "rcc: states $(states "$out/first.json")"
else fail "rcc: thousands of states" "$(states "$out/first.json")"; fi
grep -q '"checked": *[1-9]' "$out/coverage.json" && ok "rcc: coverage file has what fired" ||
    fail "rcc: coverage file has what fired"

# shellcheck disable=SC2086
build/cohgen check rcc $bounds_of_rcc --json >"$out/second.json" 2>>"$out/log"
expect "rcc again: exit 0" 0 $?
grep '"cached"' "$out/second.json" | grep -v true >"$out/bad"
check "rcc again: all from the cache" "$out/bad"
expect "rcc again: the same states" "$(states "$out/first.json")" "$(states "$out/second.json")"

# ------------------------------------------------------------------------------------------------ other protocols
# Nodes, sets, complete, and values judged by windows; a clock; fences, and a weak model beside a strict mode; requests
# of two lanes deferred by one machine. The cheap bounds: the others take a minute or more. 'full:': with FULL=1 only. 'slow:': a state
# of it takes so long that the compiler's work is less.
while read -r protocol bounds states; do
    case $protocol in full:*) full || continue ;; esac
    protocol=${protocol#full:}
    case $protocol in slow:*) slow=1 protocol=${protocol#slow:} ;; *) slow=0 ;; esac
    options=() name=$(basename "$protocol" .json)
    for bound in ${bounds//,/ }; do options+=(--bounds "$bound"); done
    # Below some hundred thousand states the compiler takes longer than what it saves.
    if [ $slow = 0 ] && [ $((${states// /+})) -lt 100000 ]; then options+=("$quick"); fi
    build/cohgen check "$protocol" "${options[@]}" --json >"$out/$name.json" 2>>"$out/log" </dev/null
    expect "$name $bounds: exit 0" 0 $?
    expect "$name $bounds: holds" "true true" "$(json "$out/$name.json" holds) $(json "$out/$name.json" complete)"
    expect "$name $bounds: states, as the docs say" "$states" "$(states "$out/$name.json" | sed 's/ $//')"
done <<END
mesi_wt sharing 4072
msi sharing 41386
full:msi threads 4866
mesi threads 6004
full:mesi upgrade 76120
tcs evicted 88348
full:tcs sharing 306138
tcw evicted 49897
full:tcw threads 12931
rcc_wo threads 79232
tests/tables/bare.json sharing 188
tests/tables/single.json sharing 368
tests/tables/added.json sharing 735
tests/tables/bounce.json sharing 2161
tests/tables/local.json spaces,shared 7800 32
tests/tables/clears.json spaces,shared 35100 50
tests/tables/kinds.json spaces 5850
full:tests/tables/local_fences.json handover,cores 550727 1727284
full:tests/tables/copies.json shared,moves 153210 1165336
tests/tables/window.json shared 8928
tests/tables/paged.json shared 8928
full:tests/tables/window.json places,moves 314633 401015
tests/tables/reverse.json shared 8928
full:tests/tables/brought.json brought 707090
full:tests/tables/reverse.json places 9356
full:tests/tables/tiles.json shared,places 8928 314633
full:tests/tables/local_drf.json handover,cores 54856 156744
tests/tables/tally.json threads 12131
full:tests/tables/tally.json cores 65849
full:tests/tables/commands.json copies,threads,labels 579810 45444 37434
full:scratch cores 12128
full:scratch handover 29633
full:scratch_dma cores 12128
tests/tables/deferral.json threads 5496
full:tests/tables/deferral.json sharing,three 59347 195799
full:tests/tables/sfifo.json handover 170799
tests/tables/wcache.json inside 39325
full:tests/tables/wcache.json one_line,handover,threads 119466 92837 50132
full:tests/tables/wcache.json shared 319316
tests/tables/records.json two,full 2062 7545
tests/tables/mappings.json one 5254
tests/tables/labels.json labels 76528
tests/tables/accesses.json labels 6804
tests/tables/mapped.json moves 81820
full:stash moves 98254
full:stash ahead 328798
full:stash place,spaces,cores,both 772 22766 40262 2844358
full:stash handed,remapped,changed 1285117 231343 25810
full:stash opened 542416
full:stash unmapped 4996
full:vstash unmapped 4996
full:tests/tables/labels.json crowd 934900
full:tests/tables/mapped.json shared,places,crowd 15674 317784 2829467
full:tests/tables/mappings.json threads 45732
full:tests/tables/msi3.json banks 72786
full:tests/tables/msi3.json cluster 147076
full:tests/tables/msi3.json clusters 1586532
full:tests/tables/sfifo.json one_line 112156
full:tests/tables/mixed.json pair 48486
full:tests/tables/forwards.json owner 188447
tests/tables/markers.json handover 109770
full:tests/tables/walk.json handover 150619
full:tests/tables/walk.json threads 95192
full:tests/tables/markers.json threads 254521
full:tests/tables/fifos.json handover,own 839480 1697738
full:qr_cpu reads 19198
full:qr_cpu stores 239629
full:qr_cpu reads_evicted 121766
full:qr_cpu atomics 651262
full:tests/tables/partition.json copies 326976
full:tests/tables/mixed.json cpus,one 15626 180497
rfo cpus 73585
slow:wt flag 22513
wt swapped 6559
full:no_l1 swapped 6559
qr swaps 16392
full:wt evicted,pair,swaps,mixed 13699 168650 176829 93005
full:no_l1 flag,evicted,pair,swaps,mixed 22513 13699 87790 176829 61697
full:rfo units,pair,meet 453219 460013 926273
full:qr flag,own 684248 715633
full:qr swapped 1659610
END

# What a feature adds is there without it, and is checked as the rest; also that a store in it forgets what it has to note.
build/cohgen gen tests/tables/added.json --without brief --dump-table >"$out/less.json" 2>>"$out/log"
expect "added without brief: a table" 0 $?
build/cohgen check "$out/less.json" --bounds sharing "$quick" >"$out/less.txt" 2>>"$out/log"
expect "added without brief: holds" 0 $?
sed 's/"perform store", "line.dirty = true"/"perform store"/' tests/tables/added.json >"$out/clean.json"
build/cohgen gen "$out/clean.json" --without brief --dump-table >"$out/clean_less.json" 2>>"$out/log"
build/cohgen check "$out/clean_less.json" --bounds sharing "$quick" >"$out/clean.txt" 2>>"$out/log"
expect "added without brief, a store forgets that its line is dirty: exit 1" 1 $?
grep "^data value in bound 'sharing'" "$out/clean.txt" >/dev/null && ok "added: about a data value" ||
    fail "added: about a data value" "$(head -n 20 "$out/clean.txt")"

# Without the feature early_sync qr keeps rc. With it, it does not: walks find that, and so does the bound with a StRel and LdAcqs.
build/cohgen gen qr --without early_sync --dump-table >"$out/qr_sync.json" 2>>"$out/log"
expect "qr without early_sync: a table" 0 $?
build/cohgen walk qr --model rc -n 10000 >"$out/qr_rc.txt" 2>&1
expect "qr under rc, walks: exit 1" 1 $?
grep -q 'reason: memory oracle: wrong value' "$out/qr_rc.txt" && ok "qr under rc: $(grep 'reason:' "$out/qr_rc.txt")" ||
    fail "qr under rc: a value is wrong" "$(tail -n 5 "$out/qr_rc.txt")"
build/cohgen walk "$out/qr_sync.json" -n 10000 >"$out/qr_sync.txt" 2>&1
expect "qr without early_sync, walks: hold" 0 $?
while read -r bounds states; do
    case $bounds in full:*) full || continue ;; esac
    bounds=${bounds#full:} options=()
    for bound in ${bounds//,/ }; do options+=(--bounds "$bound"); done
    build/cohgen check "$out/qr_sync.json" "${options[@]}" "$quick" --json >"$out/qr_sync_check.json" 2>>"$out/log" </dev/null
    expect "qr without early_sync, $bounds: exit 0" 0 $?
    expect "qr without early_sync, $bounds: holds" "true true" \
        "$(json "$out/qr_sync_check.json" holds) $(json "$out/qr_sync_check.json" complete)"
    expect "qr without early_sync, $bounds: states, as the docs say" "$states" "$(states "$out/qr_sync_check.json" | sed 's/ $//')"
done <<END
full:flag 9972
full:swaps,own 5712 2202
END
# The same of qr beside CPUs: a line that one kind of cores hands over to the other.
build/cohgen gen qr_cpu --without early_sync --dump-table >"$out/qr_cpu_sync.json" 2>>"$out/log"
expect "qr_cpu without early_sync: a table" 0 $?
build/cohgen walk "$out/qr_cpu_sync.json" -n 10000 >"$out/qr_cpu_sync.txt" 2>&1
expect "qr_cpu without early_sync, walks: hold" 0 $?
while read -r bound states; do
    case $bound in full:*) full || continue ;; esac
    bound=${bound#full:}
    build/cohgen check "$out/qr_cpu_sync.json" --bounds "$bound" "$quick" --json >"$out/qr_cpu_sync_check.json" 2>>"$out/log" </dev/null
    expect "qr_cpu without early_sync, $bound: exit 0" 0 $?
    expect "qr_cpu without early_sync, $bound: holds" "true true" \
        "$(json "$out/qr_cpu_sync_check.json" holds) $(json "$out/qr_cpu_sync_check.json" complete)"
    expect "qr_cpu without early_sync, $bound: states, as the docs say" "$states" "$(states "$out/qr_cpu_sync_check.json" | sed 's/ $//')"
done <<END
full:over 213733
full:over_banks 240704
full:both 698373
full:back 358105
END
# not_in_order NAME TABLE ARGUMENTS...: the same bound finds it wrong
not_in_order() {
    build/cohgen check "${@:2}" --bounds flag "$quick" >"$out/$1.txt" 2>>"$out/log"
    expect "$1: exit 1" 1 $?
    if grep -q "^data value in bound 'flag': synchronization does not return what the one before it left" "$out/$1.txt"; then
        ok "$1: $(grep '^data value in' "$out/$1.txt")"
    else fail "$1: a value is wrong" "$(head -n 20 "$out/$1.txt")"; fi
}
sed -f tests/faults/table/qr_sync_plain.sed protocols/qr.json >"$out/qr_sync_plain.json"
build/cohgen gen "$out/qr_sync_plain.json" --without early_sync --dump-table >"$out/qr_sync_plain_less.json" 2>>"$out/log"
full && not_in_order qr_sync_plain "$out/qr_sync_plain_less.json"
full && not_in_order qr_rc qr --model rc

# ------------------------------------------------------------------------------------------------- planted faults
# fault NAME: its file
fault() { if [ -f "tests/check/$1.sed" ]; then echo "tests/check/$1.sed"; else echo "tests/faults/table/$1.sed"; fi; }

# Arrays are none of the model: small ones, as RTL is built of some of the tables.
small="--set l1_sets=2 --set l1_ways=1 --set l1_mshrs=2 --set l1_waiters=2 --set l2_ways=1 --set l2_mshrs=2"
small="$small --set l2_waiters=2 --set line_bytes=16 --set axi_data_bits=32"

# planted FAULT KIND [PROTOCOL BOUND]: a bound of the table shows it
planted() {
    name=$1 bound=${4:-leases}
    sed -f "$(fault "$name")" "protocols/${3:-rcc}.json" >"$out/$name.json"
    # shellcheck disable=SC2086
    build/cohgen check "$out/$name.json" --bounds "$bound" $quick -o "$out/$name" $small >"$out/$name.txt" 2>>"$out/log"
    expect "$name: exit 1" 1 $?
    if grep -q "^$2 in bound '$bound': " "$out/$name.txt"; then ok "$name: $(grep "^$2 in bound" "$out/$name.txt")"
    else fail "$name: it is about: $2" "$(head -n 20 "$out/$name.txt")"; fi
    for f in chart.txt chart.svg model.m trace.txt replay.json; do
        [ -s "$out/$name/$f" ] || echo "$f"
    done >"$out/bad"
    check "$name: charts, model, trace and replay are there" "$out/bad"
    grep -qE '^ +[0-9]+ .* (WRITE|DATA|GETS)' "$out/$name/chart.txt" && ok "$name: the chart shows messages" ||
        fail "$name: the chart shows messages" "$(cat "$out/$name/chart.txt")"
    # But for the clock's own: it goes on between two steps of a replay, and wraps in every controller.
    steps=$(grep '"rule"' "$out/$name/replay.json" | grep -vc '\.wrap",\?$')
    expect "$name: as many steps in the replay as in the trace" \
        "$(grep -E '^[1-9][0-9]*\. ' "$out/$name/trace.txt" | grep -vcE '^[0-9]+\. clock')" "$steps"
}
# A message whose place is computed from what it brings, in a trace: the line of the local memory is the second one.
build/cohgen gen tests/tables/reverse.json --dump-table 2>>"$out/log" |
    sed '0,/"on":"WDATA",/s//"on":"WDATA","when":"line.at == 1","do":["impossible"]},{"in":"UM","on":"WDATA",/; s,"\.\./\.\./protocols/schema,"../../../protocols/schema,' >"$out/reverse_second.json"
build/cohgen check "$out/reverse_second.json" --bounds places $quick -o "$out/reverse_second" >"$out/reverse_second.txt" 2>>"$out/log"
expect "a place that is computed: exit 1" 1 $?
if grep -q ' WDATA line 3 ' "$out/reverse_second.txt" && ! grep -q 'not understood' "$out/reverse_second.txt"; then ok "a place that is computed: the chart has the line"
else fail "a place that is computed: the chart has the line" "$(tail -n 20 "$out/reverse_second.txt")"; fi

# A deadlock: an answer is lost.
sed 's/"on": "ACK", "do": \["respond"\]/"on": "ACK", "do": []/; s,"\.\./\.\./protocols/schema,"../../../protocols/schema,' \
    tests/tables/local.json >"$out/local_lost.json"
build/cohgen check "$out/local_lost.json" --bounds spaces $quick -o "$out/local_lost" >"$out/local_lost.txt" 2>>"$out/log"
expect "an answer that is lost: exit 1" 1 $?
grep -q "^deadlock in bound 'spaces': nothing can happen any more" "$out/local_lost.txt" && ok "an answer that is lost: a deadlock" ||
    fail "an answer that is lost: a deadlock" "$(tail -n 20 "$out/local_lost.txt")"

# A bound in which nothing is left to be done.
sed 's/"spaces": {/&"without": ["l1.load", "l1.store", "l1.atomic", "scratch.store", "scratch.atomic"], /; s,"\.\./\.\./protocols/schema,"../../../protocols/schema,' \
    tests/tables/local.json >"$out/local_rests.json"
build/cohgen check "$out/local_rests.json" --bounds spaces $quick -o "$out/local_rests" >"$out/local_rests.txt" 2>>"$out/log"
expect "a bound that comes to rest: exit 1" 1 $?
if grep -q "^deadlock in bound 'spaces': all are answered, " "$out/local_rests.txt"; then ok "a bound that comes to rest: $(grep '^deadlock in' "$out/local_rests.txt")"
else fail "a bound that comes to rest: it says so" "$(tail -n 20 "$out/local_rests.txt")"; fi

planted lease_dropped "data value"
full && planted flush_alone "data value" rcc answers

# The counterexample's steps on the RTL that is made from the same table: the memory oracle sees it there, too.
on_the_rtl() {
    build/cohgen sim "$out/$1.json" --replay "$out/$1/replay.json" --no-rerun >"$out/replay.txt" 2>&1
    expect "$1 on the RTL: exit 1" 1 $?
    if grep -q "reason: memory oracle" "$out/replay.txt" && grep -q "the hardware shows a violation" "$out/replay.txt"; then
        ok "$1 on the RTL: $(grep 'steps happened' "$out/replay.txt")"
    else fail "$1 on the RTL: shown" "$(tail -n 20 "$out/replay.txt")"; fi
}
on_the_rtl lease_dropped
planted flush_skipped "invariant"
planted dirty_forgotten "data value" mesi_wt sharing
for protocol in tcs full:tcw; do
    case $protocol in full:*) full || continue ;; esac
    protocol=${protocol#full:}
    rm -rf "$out/eviction_forgets"
    planted eviction_forgets "invariant" $protocol evicted
done

# ------------------------------------------------------------------------------- programs without data races
bounds_of_gd="--bounds handover --bounds asking"
full && bounds_of_gd="$bounds_of_gd --bounds one_line"
# shellcheck disable=SC2086
build/cohgen check gd $bounds_of_gd --json >"$out/gd.json" 2>>"$out/log"
expect "gd ${bounds_of_gd//--bounds /}: exit 0" 0 $?
expect "gd: holds" "true true" "$(json "$out/gd.json" holds) $(json "$out/gd.json" complete)"
# 'full': of those that the same bound finds another one stays.
for one in "lines_survive handover" "release_early handover full" "passes_own handover full" "atomic_clean one_line full" "entries_survive asking"; do
    # shellcheck disable=SC2086
    set -- $one
    if [ "${3:-}" = full ] && ! full; then continue; fi
    sed -f "tests/check/gd_$1.sed" protocols/gd.json >"$out/gd_$1.json"
    # shellcheck disable=SC2086
    build/cohgen check "$out/gd_$1.json" --bounds "$2" $quick -o "$out/gd_$1" $small --set l1_stores=2 >"$out/gd_$1.txt" 2>>"$out/log"
    expect "gd_$1: exit 1" 1 $?
    if grep -q "^data value in bound '$2': " "$out/gd_$1.txt"; then ok "gd_$1: $(grep "^data value in" "$out/gd_$1.txt")"
    else fail "gd_$1: a value is wrong" "$(head -n 20 "$out/gd_$1.txt")"; fi
    case $1 in lines_survive | entries_survive) ;; *) continue ;; esac # what is stale there has left a store buffer
    if grep -q ' drain' "$out/gd_$1/chart.txt"; then ok "gd_$1: the chart shows what leaves the store buffer"
    else fail "gd_$1: the chart shows what leaves the store buffer" "$(cat "$out/gd_$1/chart.txt")"; fi
done
# A read-only word is one that a load says so of; and it is so for that word alone (tests/faults/table/along_read_only.sed).
if full; then
    sed -f tests/check/dd_ro_all_kept.sed protocols/dd_ro.json >"$out/dd_ro_all_kept.json"
    build/cohgen check "$out/dd_ro_all_kept.json" --bounds handover $quick -o "$out/dd_ro_all_kept" >"$out/dd_ro_all_kept.txt" 2>>"$out/log"
    expect "dd_ro_all_kept: exit 1" 1 $?
    if grep -q "^data value in bound 'handover': a load" "$out/dd_ro_all_kept.txt"; then ok "dd_ro_all_kept: $(grep "^data value in" "$out/dd_ro_all_kept.txt")"
    else fail "dd_ro_all_kept: a value is wrong" "$(head -n 20 "$out/dd_ro_all_kept.txt")"; fi
fi
# Scopes: what a local atomic leaves is not dirty, or an atomic of the scope of all passes it.
build/cohgen check gh --bounds scopes --json >"$out/gh.json" 2>>"$out/log"
expect "gh scopes: exit 0" 0 $?
expect "gh: holds" "true true" "$(json "$out/gh.json" holds) $(json "$out/gh.json" complete)"
for one in atomic_clean passes_dirty; do
    sed -f "tests/check/gh_$one.sed" protocols/gh.json >"$out/gh_$one.json"
    # shellcheck disable=SC2086
    build/cohgen check "$out/gh_$one.json" --bounds scopes $quick -o "$out/gh_$one" $small --set l1_stores=2 >"$out/gh_$one.txt" 2>>"$out/log"
    expect "gh_$one: exit 1" 1 $?
    if grep -q "^data value in bound 'scopes': an atomic" "$out/gh_$one.txt"; then ok "gh_$one: $(grep "^data value in" "$out/gh_$one.txt")"
    else fail "gh_$one: a value is wrong" "$(head -n 20 "$out/gh_$one.txt")"; fi
done
# The same where words are registered.
build/cohgen check dh --bounds scopes $quick --json >"$out/dh.json" 2>>"$out/log"
expect "dh scopes: exit 0" 0 $?
expect "dh: holds" "true true" "$(json "$out/dh.json" holds) $(json "$out/dh.json" complete)"
expect "dh scopes: states, as the docs say" 69684 "$(states "$out/dh.json" | sed 's/ $//')"
for one in atomic_clean fetches_stale; do
    full || continue # gh's stay
    sed -f "tests/check/dh_$one.sed" protocols/dh.json >"$out/dh_$one.json"
    build/cohgen check "$out/dh_$one.json" --bounds scopes $quick -o "$out/dh_$one" >"$out/dh_$one.txt" 2>>"$out/log"
    expect "dh_$one: exit 1" 1 $?
    if grep -q "^data value in bound 'scopes': an atomic" "$out/dh_$one.txt"; then ok "dh_$one: $(grep "^data value in" "$out/dh_$one.txt")"
    else fail "dh_$one: a value is wrong" "$(head -n 20 "$out/dh_$one.txt")"; fi
done
full && on_the_rtl gh_atomic_clean
full && on_the_rtl gd_lines_survive # tests/replay has one of gd, too
# Something can happen all the time, but a request is never over; and other rules never fire in this bound (note [covers],
# gen/explore/tune.c).
sed -f tests/check/gd_release_spins.sed protocols/gd.json >"$out/gd_release_spins.json"
build/cohgen check "$out/gd_release_spins.json" --bounds handover $quick -o "$out/gd_release_spins" >"$out/gd_release_spins.txt" \
    2>>"$out/log"
expect "gd_release_spins: exit 1" 1 $?
if grep -q "^progress in bound 'handover': " "$out/gd_release_spins.txt"; then
    ok "gd_release_spins: $(grep '^progress in' "$out/gd_release_spins.txt")"
else fail "gd_release_spins: no progress" "$(head -n 20 "$out/gd_release_spins.txt")"; fi

# A fifo beside the cache: what is at its head is on the chart, and a counterexample of it happens on the RTL.
for name in unpushed popped_early marker_early; do
    if [ $name != popped_early ] && ! full; then continue; fi
    sed -f "tests/check/sfifo_$name.sed" tests/tables/sfifo.json >"$out/sfifo_$name.json"
    # shellcheck disable=SC2086
    build/cohgen check "$out/sfifo_$name.json" --bounds handover $quick -o "$out/sfifo_$name" $small --set l1_stores=2 \
        >"$out/sfifo_$name.txt" 2>>"$out/log"
    expect "sfifo_$name: exit 1" 1 $?
    if grep -q "^data value in bound 'handover': " "$out/sfifo_$name.txt"; then ok "sfifo_$name: $(grep "^data value in" "$out/sfifo_$name.txt")"
    else fail "sfifo_$name: a value is wrong" "$(head -n 20 "$out/sfifo_$name.txt")"; fi
done
if grep -q ' passed' "$out/sfifo_popped_early/chart.txt" && grep -q 'sfifo 1>0' "$out/sfifo_popped_early/chart.txt"; then
    ok "sfifo_popped_early: the chart shows what leaves the fifo"
else fail "sfifo_popped_early: the chart shows what leaves the fifo" "$(cat "$out/sfifo_popped_early/chart.txt")"; fi
on_the_rtl sfifo_popped_early

# A local memory: the first store into a line is lost.
sed -f tests/faults/table/local_store_lost.sed tests/tables/local.json >"$out/local_store_lost.json"
build/cohgen check "$out/local_store_lost.json" --bounds spaces $quick -o "$out/local_store_lost" >"$out/local_store_lost.txt" 2>>"$out/log"
expect "local_store_lost: exit 1" 1 $?
if grep -q "^data value in bound 'spaces': a load" "$out/local_store_lost.txt"; then ok "local_store_lost: $(grep "^data value in" "$out/local_store_lost.txt")"
else fail "local_store_lost: a value is wrong" "$(head -n 20 "$out/local_store_lost.txt")"; fi
full && on_the_rtl local_store_lost

# Local memories whose lines are of global ones: a line is written back to another one, or taken for another one; or another place is asked for it.
cp tests/tables/local.json "$out/local.json" # what the table is made of
for fault in 'put_elsewhere moves unexpected event' 'not_moved moves data value' 'wrong_place places unexpected event'; do
    name=window_${fault%% *} fault=${fault#* }
    bound=${fault%% *}
    sed -f "tests/faults/table/$name.sed" tests/tables/window.json >"$out/$name.json"
    build/cohgen check "$out/$name.json" --bounds "$bound" $quick -o "$out/$name" >"$out/$name.txt" 2>>"$out/log"
    expect "$name: exit 1" 1 $?
    if grep -q "^${fault#* } in bound '$bound': " "$out/$name.txt"; then ok "$name: $(grep " in bound '$bound': " "$out/$name.txt")"
    else fail "$name: ${fault#* }" "$(head -n 20 "$out/$name.txt")"; fi
done

# A stash: a registered word of an older mapping is taken for one of the current one, so that another word is asked to leave; a walk
# leaves what the oldest mapping has, so that a command that finds the ring full waits for ever.
for fault in "stash_current deadlock" "stash_unwalked deadlock"; do
    full || continue
    name=${fault%% *}
    sed -f "tests/check/$name.sed" protocols/stash.json >"$out/$name.json"
    build/cohgen check "$out/$name.json" --bounds moves $quick -o "$out/$name" >"$out/$name.txt" 2>>"$out/log"
    expect "$name: exit 1" 1 $?
    if grep -q "^${fault#* } in bound 'moves': " "$out/$name.txt"; then ok "$name: $(grep " in bound 'moves': " "$out/$name.txt")"
    else fail "$name: ${fault#* }" "$(head -n 20 "$out/$name.txt")"; fi
done

# Values of a stash, followed into it: an acquire, or a new mapping, leaves valid words; a release does not wait for registrations (these are
# planted into co-simulations, too); a word of an older mapping is used where the current one's was asked for.
for fault in "faults/table/stash_acquire_keeps handed data value" "faults/table/stash_release_early handed data value" \
    "faults/table/stash_asks_nothing handed data value" "faults/table/stash_change_copies changed data value" \
    "faults/table/stash_valid_kept remapped data value" "check/stash_older remapped table"; do
    full || continue
    read -r at bound what <<<"$fault"
    name=$(basename "$at")
    sed -f "tests/$at.sed" protocols/stash.json >"$out/$name.json"
    if cmp -s protocols/stash.json "$out/$name.json"; then fail "$name: the fault changes nothing"; fi
    build/cohgen check "$out/$name.json" --bounds "$bound" $quick -o "$out/$name" >"$out/$name.txt" 2>>"$out/log"
    expect "$name: exit 1" 1 $?
    if grep -q "^$what in bound '$bound': " "$out/$name.txt"; then ok "$name: $(grep " in bound " "$out/$name.txt")"
    else fail "$name: $what" "$(head -n 20 "$out/$name.txt")"; fi
done

# A command that says what is counted does not begin from 0: found by its operands, which the replay has, too.
sed 's/"kind = command.kind", "sum = 0", /"kind = command.kind", /' tests/tables/tally.json >"$out/command_keeps_sum.json"
build/cohgen check "$out/command_keeps_sum.json" --bounds threads $quick -o "$out/command_keeps_sum" >"$out/command_keeps_sum.txt" 2>>"$out/log"
expect "command_keeps_sum: exit 1" 1 $?
if grep -q "^invariant in bound 'threads': 'counted_since'" "$out/command_keeps_sum.txt"; then ok "command_keeps_sum: $(grep "^invariant in" "$out/command_keeps_sum.txt")"
else fail "command_keeps_sum: an invariant does not hold" "$(head -n 20 "$out/command_keeps_sum.txt")"; fi
if grep -q '"atomics": *1' "$out/command_keeps_sum/replay.json"; then ok "command_keeps_sum: the replay has operands"
else fail "command_keeps_sum: the replay has operands" "$(cat "$out/command_keeps_sum/replay.json")"; fi
# In walks threads ask for commands while others contend for a line, of the local memory, too.
build/cohgen walk tests/tables/commands.json -q >"$out/commands.walk" 2>>"$out/log"
expect "commands: walks pass" 0 $?
# Walks with races use words of a memory that are of global ones, also while others contend: then a command may wait for what a walk of
# the memory has come to, without any message. Rows of four words bring others along.
few_of_stash="--set cores=2 --set threads=2 --set partitions=1 --set line_bytes=16 --set addr_bits=20 --set axi_data_bits=32 --set l1_sets=2 --set l1_ways=1 \
--set l1_mshrs=2 --set l1_waiters=2 --set l2_sets=8 --set l2_ways=2 --set l2_mshrs=2 --set l2_waiters=2 --set l1_stores=2 --set writes=3 \
--set stash_lines=2 --set stash_first=4 --set stash_mshrs=2 --set stash_waiters=4 --set stash_stores=3 --set thread_blocks=2"
build/cohgen walk stash $few_of_stash --set longest_row=4 -n 30000 -s 7 -v >"$out/stash.walk" 2>>"$out/log"
expect "stash: walks with races pass" 0 $?
# ... and by one map index alone, with which mappings end more often
build/cohgen walk stash $few_of_stash --set other_index=0 --set no_index=0 --set modes=0 --set longest_row=3 -n 60000 -v >"$out/stash.one" 2>>"$out/log"
expect "stash: walks with races by one mapping pass" 0 $?
# ... and one in which the ring is walked while a word is private, and a store waits for the only one that is counted
build/cohgen walk stash $few_of_stash --set stash_stores=1 -n 30000 -s 158 -v >"$out/stash.private" 2>>"$out/log"
expect "stash: a walk with races and a private word passes" 0 $?
# ... and one with prefetches
build/cohgen walk stash $few_of_stash --set stash_stores=1 --set prefetches=1 -n 30000 -s 500 -v >"$out/stash.ahead" 2>>"$out/log"
expect "stash: a walk with races and prefetches passes" 0 $?
# ... and one in which a mapping becomes coherent while no more stores can be counted
build/cohgen walk stash $few_of_stash --set other_index=0 --set no_index=0 --set stash_stores=1 -n 30000 -s 201 -v >"$out/stash.opened" 2>>"$out/log"
expect "stash: a walk with races and mappings that become coherent passes" 0 $?
# A word that one place has not asked for comes seldom after the round has ended, and seldom while it is written back: 300,000 operations
# have all of these but two, and tests/sim all but those of its not_fired.list.
walks=("$out"/stash.walk "$out"/stash.one "$out"/stash.private "$out"/stash.ahead "$out"/stash.opened)
for walk in "${walks[@]}"; do sed -n 's/^ *not fired: stash\.stash\.//p' "$walk" | sort -u; done | sort | uniq -c |
    awk -v n=${#walks[@]} '$1 == n { print $2 }' >"$out/stash.left_by_all"
grep -vx -e '[RIBAVP]*\.SDATA\.[1234]' "$out/stash.left_by_all" >"$out/stash.left"
if [ "$(grep -l 'rules fired:' "${walks[@]}" | wc -l)" -eq ${#walks[@]} ] && ! grep -q . "$out/stash.left" && ! grep -q -e '^I\.SDATA' -e '^V\.SDATA\.[12]' "$out/stash.left_by_all"; then
    ok "stash: they fire each rule of the stash, but some for words that come late"
else fail "stash: they fire each rule of the stash, but some for words that come late" "$(tail -n 25 "$out/stash.walk")"; fi
# A command that waits for ever: no progress.
sed -f tests/faults/table/command_stuck.sed tests/tables/commands.json >"$out/command_stuck.json"
build/cohgen check "$out/command_stuck.json" --bounds threads $quick -o "$out/command_stuck" >"$out/command_stuck.txt" 2>>"$out/log"
expect "command_stuck: exit 1" 1 $?
if grep -qE "^(progress|deadlock) in bound 'threads'" "$out/command_stuck.txt"; then ok "command_stuck: $(grep -E "^(progress|deadlock) in" "$out/command_stuck.txt")"
else fail "command_stuck: no progress" "$(head -n 20 "$out/command_stuck.txt")"; fi

# Of mappings, a ring and a cam that must agree: a page that stays, the wrong entry that is looked at, and a wrong number of one.
# Of records, a cam of what is written back: an entry that is gone when it is wanted, one that is not asked for, one that stays.
cp tests/tables/tally.json tests/tables/local.json "$out" # what mappings is made of
while read -r table name bound kind; do
    wrong=${table}_$name
    sed -f "tests/check/$wrong.sed" "tests/tables/$table.json" >"$out/$wrong.json"
    build/cohgen check "$out/$wrong.json" --bounds "$bound" $quick -o "$out/$wrong" >"$out/$wrong.txt" 2>>"$out/log"
    expect "$wrong: exit 1" 1 $?
    if grep -q "^$kind in bound '$bound': " "$out/$wrong.txt"; then ok "$wrong: $(grep "in bound '$bound'" "$out/$wrong.txt")"
    else fail "$wrong: it is about: $kind" "$(head -n 20 "$out/$wrong.txt")"; fi
done <<END
mappings page_kept one table
mappings tail_kept one table
mappings changed one unexpected event
records forgotten two table
records impatient two unexpected event
records kept two deadlock
END
if grep -q 'out.acked false>true' "$out/records_kept/chart.txt" && grep -q 'in out false>true' "$out/records_kept/chart.txt"; then
    ok "records_kept: the chart shows what is in the cam"
else fail "records_kept: the chart shows what is in the cam" "$(cat "$out/records_kept/chart.txt")"; fi

# Masks of a line's bytes: what is lost, what is used and not valid, and values that are wrong because of a mask.
while read -r name bound what; do
    case $name in full:*) full || continue ;; esac
    name=${name#full:}
    sed -f "tests/check/wcache_$name.sed" tests/tables/wcache.json >"$out/wcache_$name.json"
    # shellcheck disable=SC2086
    build/cohgen check "$out/wcache_$name.json" --bounds "$bound" $quick -o "$out/wcache_$name" $small \
        >"$out/wcache_$name.txt" 2>>"$out/log" </dev/null
    expect "wcache_$name: exit 1" 1 $?
    if grep -q "^$what" "$out/wcache_$name.txt" && ! grep -q 'not understood' "$out/wcache_$name.txt"; then
        ok "wcache_$name: $(grep "^$what" "$out/wcache_$name.txt")"
    else fail "wcache_$name: it is about: $what" "$(head -n 20 "$out/wcache_$name.txt")"; fi
done <<END
unmarked one_line data value in bound 'one_line': a load
whole_line one_line masks in bound 'one_line': wcache.l1.D.atomic.2 uses bytes that are not valid
overfilled handover masks in bound 'handover': wcache.l1.F.DATA.1 loses bytes of line.dirty
full:partly_covered handover masks in bound 'handover': wcache.l1.D.load.1 uses bytes that are not valid
full:uncleared handover data value in bound 'handover': a load
full:sent_while_fetched inside data value in bound 'inside': a load
END
if grep -q 'dirty {' "$out/wcache_overfilled/chart.txt"; then ok "wcache_overfilled: the chart shows the mask"
else fail "wcache_overfilled: the chart shows the mask" "$(cat "$out/wcache_overfilled/chart.txt")"; fi
full && on_the_rtl wcache_unmarked

# Markers that carry a request: a release that passes write-backs, that does not wait for all homes, or for none, and a line that the
# marker is not behind.
for name in passes full:one_home full:unanswered full:unpushed; do
    case $name in full:*) full || continue ;; esac
    name=${name#full:}
    sed -f "tests/check/markers_$name.sed" tests/tables/markers.json >"$out/markers_$name.json"
    # shellcheck disable=SC2086
    build/cohgen check "$out/markers_$name.json" --bounds handover $quick -o "$out/markers_$name" $small --set w_ways=1 \
        >"$out/markers_$name.txt" 2>>"$out/log"
    expect "markers_$name: exit 1" 1 $?
    if grep -q "^data value in bound 'handover': " "$out/markers_$name.txt" && ! grep -q 'not understood' "$out/markers_$name.txt"; then
        ok "markers_$name: $(grep "^data value in" "$out/markers_$name.txt")"
    else fail "markers_$name: a value is wrong" "$(head -n 20 "$out/markers_$name.txt")"; fi
done
full && on_the_rtl markers_one_home

# Walks in place of these fifos: a release that does not wait for one, and lines that are offered and not written back.
for name in markers_passes walk_popped; do
    walks=$out/walks_$name
    mkdir -p "$walks"
    sed -f "tests/check/$name.sed" tests/tables/markers.json >"$walks/markers.json"
    cp tests/tables/walk.json "$walks/"
    # shellcheck disable=SC2086
    build/cohgen check "$walks/walk.json" --bounds handover $quick -o "$walks/found" $small --set w_ways=1 >"$walks.txt" 2>>"$out/log"
    expect "walk, $name: exit 1" 1 $?
    if grep -q "^data value in bound 'handover': " "$walks.txt" && ! grep -q 'not understood' "$walks.txt"; then
        ok "walk, $name: $(grep "^data value in" "$walks.txt")"
    else fail "walk, $name: a value is wrong" "$(head -n 20 "$walks.txt")"; fi
done

# Synchronization that is coherent only: what passes its own thread's bytes finds a value that the thread knows to be overwritten.
for name in load_passes full:atomic2_passes full:atomic_passes; do
    full || case $name in full:*) continue ;; esac
    name=${name#full:}
    sed -f "$(fault qr_$name)" protocols/qr.json >"$out/qr_$name.json"
    build/cohgen check "$out/qr_$name.json" --bounds own $quick -o "$out/qr_$name" >"$out/qr_$name.txt" 2>>"$out/log"
    expect "qr_$name: exit 1" 1 $?
    if grep -q "^data value in bound 'own': synchronization" "$out/qr_$name.txt" && ! grep -q 'not understood' "$out/qr_$name.txt"; then
        ok "qr_$name: $(grep "^data value in" "$out/qr_$name.txt")"
    else fail "qr_$name: a value is wrong" "$(head -n 20 "$out/qr_$name.txt")"; fi
done

# Three levels: a cluster's L2 stands between, and what it defers and keeps is on the chart.
name=copies_kept_inside
# With a weaker invariant, so that it is a wrong value that is found.
sed -f "$(fault $name)" -e 's/"that": "a.state != M || b.state != S .*/"that": "a.state != M || b.state != M",/' \
    tests/tables/msi3.json >"$out/$name.json"
build/cohgen check "$out/$name.json" --bounds clusters $quick -o "$out/$name" >"$out/$name.txt" 2>>"$out/log"
expect "$name: exit 1" 1 $?
if grep -q "^data value in bound 'clusters': " "$out/$name.txt" && ! grep -q 'not understood' "$out/$name.txt"; then
    ok "$name: $(grep "in bound 'clusters'" "$out/$name.txt")"
else fail "$name: seen, and the trace is understood" "$(head -n 20 "$out/$name.txt")"; fi
if grep -q ' GET[SM]2 again' "$out/$name/chart.txt"; then ok "$name: the chart shows a request that the L3 deferred"
else fail "$name: the chart shows a request that the L3 deferred" "$(cat "$out/$name/chart.txt")"; fi
full && on_the_rtl $name

# Two kinds of cores: what one of them does to the copies of the other, and what it waits for.
for name in gpu_leaves_copies gpu_reads_stale mixed_release_early; do
    if [ $name != gpu_reads_stale ] && ! full; then continue; fi
    sed -f "$(fault $name)" tests/tables/mixed.json >"$out/$name.json"
    # shellcheck disable=SC2086
    build/cohgen check "$out/$name.json" --bounds pair $quick -o "$out/$name" $small >"$out/$name.txt" 2>>"$out/log"
    expect "$name: exit 1" 1 $?
    if grep -q "^data value in bound 'pair': " "$out/$name.txt"; then ok "$name: $(grep "^data value in" "$out/$name.txt")"
    else fail "$name: a value is wrong" "$(head -n 20 "$out/$name.txt")"; fi
done
full && on_the_rtl gpu_reads_stale

# CPUs beside QuickRelease's GPU. 'rc': without early_sync. In a folder of their own: the report of qr has the name of what they are made of.
mkdir -p "$out/cpus"
# Of those that a bound of one kind finds one stays without FULL=1. A copy of the bank and one of a unit are left by the same fault, and either is found first.
while read -r name bound promise what; do
    case $name in full:*) full || continue ;; esac
    name=${name#full:} less=
    if [ "$promise" = rc ]; then less="--without early_sync"; fi
    sed -f "$(fault "qr_cpu_$name")" protocols/qr_cpu.json >"$out/cpus/$name.json"
    # shellcheck disable=SC2086
    build/cohgen gen "$out/cpus/$name.json" $less --dump-table >"$out/qr_cpu_$name.json" 2>>"$out/log" </dev/null
    build/cohgen check "$out/qr_cpu_$name.json" --bounds "$bound" $quick -o "$out/qr_cpu_$name" >"$out/qr_cpu_$name.txt" 2>>"$out/log" </dev/null
    expect "qr_cpu_$name: exit 1" 1 $?
    if grep -q "^$what" "$out/qr_cpu_$name.txt" && ! grep -q 'not understood' "$out/qr_cpu_$name.txt"; then
        ok "qr_cpu_$name: $(grep "^$what" "$out/qr_cpu_$name.txt")"
    else fail "qr_cpu_$name: it is about: $what" "$(head -n 20 "$out/qr_cpu_$name.txt")"; fi
done <<END
unprobed reads rcpc invariant in bound 'reads': 'no_[a-z]*_copy'
full:only_copy_unasked back rcpc invariant in bound 'back': 'no_unit_copy'
full:stale_read back rcpc invariant in bound 'back': 'no_gpu_copy'
full:fill_kept back rcpc invariant in bound 'back': 'no_unit_copy'
full:fill2_kept back rcpc invariant in bound 'back': 'no_gpu_copy'
full:back_over_bytes bytes_unit rcpc data value in bound 'bytes_unit': a load
full:put_over_bytes bytes_put rcpc data value in bound 'bytes_put': a load
full:taken_unawaited bytes_both rcpc unexpected event in bound 'bytes_both'
full:write_keeps_copies over rc data value in bound 'over': a load
full:marker_early over_banks rc data value in bound 'over_banks': a load
full:marker_early over_banks rcpc data value in bound 'over_banks': a load
END

# Blocks of words: words used in every way, races among them; a line of two words; a word that is handed over.
build/cohgen check dd --bounds answers $quick --json >"$out/dd.json" 2>>"$out/log"
expect "dd answers: exit 0" 0 $?
expect "dd: holds" "true true" "$(json "$out/dd.json" holds) $(json "$out/dd.json" complete)"
expect "dd answers: states, as the docs say" 5794 "$(states "$out/dd.json" | sed 's/ $//')"
build/cohgen check dd_ro --bounds answers $quick --json >"$out/dd_ro.json" 2>>"$out/log"
expect "dd_ro answers: exit 0" 0 $?
expect "dd_ro: holds" "true true" "$(json "$out/dd_ro.json" holds) $(json "$out/dd_ro.json" complete)"
expect "dd_ro answers: states, as the docs say" 14126 "$(states "$out/dd_ro.json" | sed 's/ $//')"
while read -r name bound level what; do
    case $name in full:*) full || continue ;; esac
    name=${name#full:}
    sed -f "tests/check/dd_$name.sed" protocols/dd.json >"$out/dd_$name.json"
    build/cohgen check "$out/dd_$name.json" --bounds "$bound" "--optimize=$level" -o "$out/dd_$name" >"$out/dd_$name.txt" 2>>"$out/log" </dev/null
    expect "dd_$name: exit 1" 1 $?
    if grep -q "^$what" "$out/dd_$name.txt"; then ok "dd_$name: $(grep "^$what" "$out/dd_$name.txt")"
    else fail "dd_$name: it is about: $what" "$(head -n 20 "$out/dd_$name.txt")"; fi
done <<END
not_widened alone 0 unexpected event in bound 'alone': .*dd.l2.I.FILL
full:release_early handover 1 data value in bound 'handover':
END
if grep -q 'line 1 I>IV' "$out/dd_not_widened/chart.txt"; then ok "dd_not_widened: the chart shows the word that goes along"
else fail "dd_not_widened: the chart shows the word that goes along" "$(cat "$out/dd_not_widened/chart.txt")"; fi

# ------------------------------------------------------------------------------------------------------ a clock
# Without the invariant, so that it is a wrong value that is found. The hardware's clock is made to go on as in the
# counterexample.
for name in wrap_forgotten store_too_soon; do
    if [ $name = store_too_soon ] && ! full; then continue; fi
    sed -f "$(fault "$name")" -e '/"name": "lease_known"/,/"why"/d' protocols/tcs.json >"$out/$name.json"
    # shellcheck disable=SC2086
    build/cohgen check "$out/$name.json" --bounds sharing $quick -o "$out/$name" $small >"$out/$name.txt" 2>>"$out/log"
    expect "$name: exit 1" 1 $?
    if grep -q "^data value in bound 'sharing': " "$out/$name.txt"; then ok "$name: $(grep "in bound 'sharing'" "$out/$name.txt")"
    else fail "$name: seen" "$(head -n 20 "$out/$name.txt")"; fi
    on_the_rtl "$name"
done
if grep -q ' wrap ' "$out/wrap_forgotten/chart.txt"; then ok "wrap_forgotten: the chart shows the wrap"
else fail "wrap_forgotten: the chart shows the wrap" "$(cat "$out/wrap_forgotten/chart.txt")"; fi

# ------------------------------------------------------------------------------------------------ unordered networks
# RCC's requests need no order: messages overtake each other.
sed 's/"req":  {"kind": "crossbar",/& "ordered": false,/' protocols/rcc.json >"$out/unordered.json"
build/cohgen check "$out/unordered.json" --bounds threads --queue 2 --set tick_cycles=0 --json >"$out/unordered.out" 2>>"$out/log"
expect "unordered requests: holds" "0 true" "$? $(json "$out/unordered.out" holds)"

# ------------------------------------------------------------------------------------------------------ it is ended
shared=${COHGEN_CACHE:-$PWD/build/cache}
export COHGEN_CACHE=$PWD/$out/cache
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
build/cohgen check rcc --bounds leases --timeout 1 >"$out/late.out" 2>>"$out/log"
expect "out of time: exit 3, in words" 3 $?
if grep -q '^Out of time: .*"without"' "$out/late.out"; then ok "out of time: what makes a bound smaller"
else fail "out of time: what makes a bound smaller" "$(cat "$out/late.out")"; fi

# So much of a processor and no more: what was explored is said, and it does not hold.
build/cohgen check tcs --fresh --bounds sharing --processor 1 $quick --json >"$out/used_up.json" 2>>"$out/log"
expect "a processor's second used up: exit 3" 3 $?
expect "a processor's second used up: out of time, neither complete nor held" "false false out of time" \
    "$(json "$out/used_up.json" holds) $(json "$out/used_up.json" complete) $(json "$out/used_up.json" bounds result)"
if [ "$(json "$out/used_up.json" bounds states)" -gt 0 ]; then
    ok "a processor's second used up: $(json "$out/used_up.json" bounds states) states explored"
else fail "a processor's second used up: some states" "$(cat "$out/used_up.json")"; fi
find "$out/cache" -name 'result.xml*' -newer "$out/late.out" >"$out/bad"
check "a processor's second used up: no result is kept" "$out/bad"

# FULL=1: all bounds of all tables, and the deep ones, each with so many seconds of processors. For mk/test-all.sh a line for each
# deep bound: PROTOCOL BOUND STATES RESULT. A bound that is not finished is no failure, but not said to hold.
deep_seconds=${DEEP_SECONDS:-600}

# bounds FILE: name, states and result of each bound of a report, a line each
bounds() {
    awk '/"bounds":/ { inside = 1 }
        inside && /"(name|states|result)":/ {
            key = $0; sub(/:.*/, "", key); sub(/^[^:]*: */, ""); gsub(/^"|",? *$|, *$/, "")
            if (key ~ /name/) name = $0
            if (key ~ /result/) result = $0
            if (key ~ /states/) print name, $0, result
        }' "$1"
}

# checked COVERAGE: the rules that bounds have checked
checked() { tr -d ' \n' <"$1" | tr '{' '\n' | sed -n 's/^"id":"\([^"]*\)".*"checked":[1-9].*/\1/p' | sort; }

deep() {
    COHGEN_CACHE=$shared build/cohgen check "$1" --deep --processor "$deep_seconds" --json >"$out/$1.deep" 2>"$out/$1.log" </dev/null
    case $? in 0 | 3) ;; *)
        grep -q 'has no deep bounds' "$out/$1.log" || fail "$1: deep bounds: broken" "$(tail -n 8 "$out/$1.log")"
        return ;;
    esac
    while read -r bound states result; do
        if [ "$result" = "out of time" ]; then result="not finished in $deep_seconds s"; fi
        echo "$1 $bound $states $result" >>"$out/deep"
        case $result in
        'complete, holds') ok "$1 $bound (deep): holds, $states states" ;;
        'not finished in '*) ok "$1 $bound (deep): $result, $states states explored" ;;
        *) fail "$1 $bound (deep): $result" "$(tail -n 8 "$out/$1.log")" ;;
        esac
    done < <(bounds "$out/$1.deep")
}

if full; then
    for table in protocols/*.json; do
        protocol=$(basename "$table" .json)
        if simulated_only "$table"; then continue; fi
        COHGEN_CACHE=$shared build/cohgen check "$protocol" --coverage "$out/$protocol.coverage" >"$out/$protocol.all" 2>&1 </dev/null
        expect "$protocol: all bounds but the deep ones hold" 0 $?
        deep "$protocol"
    done
    checked "$out/coverage.json" >"$out/coverage.some"
    checked "$out/rcc.coverage" | diff "$out/coverage.some" - >"$out/bad"
    check "rcc: the bounds above check what all bounds check" "$out/bad"
fi
total
