#!/bin/bash
# Litmus tests. NAME.expected is what the models sc and rvwmo allow of NAME.litmus; tests/litmus/run.sh --update writes
# them anew: read the difference before keeping it. Every protocol runs all of them, a few times; `make litmus` runs as many
# as one likes.
#
# With COHGEN_SHARED set, the allowed sets of the tests in $COHGEN_SHARED/litmus/riscv must be herd's (verdicts.tsv there).
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
out=build/test/litmus
bad=$out/bad
mkdir -p "$out"
export NO_COLOR=1

for test in tests/litmus/*.litmus; do
    expected=${test%.litmus}.expected
    for model in sc rvwmo; do
        echo "== $model"
        build/cohgen litmus --allowed --model $model "$test" 2>&1
    done >"$out/got"
    [ "${1:-}" = --update ] && cp "$out/got" "$expected"
    diff -u "$expected" "$out/got" >"$out/diff" 2>&1
    check "allowed: $(basename "$test" .litmus)" "$out/diff"
done

# Tests whose instructions have marks, for models that forbid races: which are illegal, by which race, and what the others may
# do, all held against the model's promise. A test whose comment says 'mislabelled' must be illegal, and no other.
for test in tests/litmus/marked/*.litmus; do
    expected=${test%.litmus}.expected name=marked/$(basename "$test" .litmus)
    models="drf0 drf1 drfrlx" widest=drfrlx
    # Marks of loads and stores, and none of relaxed atomics: what rc and rcpc know.
    if ! grep -q "^Marks" "$test"; then models="drf0 drf1 drfrlx rc rcpc"; fi
    if grep -q '^Marks = local$' "$test"; then models=hrf widest=hrf; fi
    if grep -q '^Marks = readonly$' "$test"; then models=drf0_ro widest=drf0_ro; fi
    for model in $models; do
        echo "== $model"
        build/cohgen litmus --allowed --model $model "$test" 2>&1
        echo "status $?"
    done >"$out/got"
    [ "${1:-}" = --update ] && cp "$out/got" "$expected"
    diff -u "$expected" "$out/got" >"$out/diff" 2>&1
    check "allowed: $name" "$out/diff"
    said=legal
    if sed -n "/^== $widest/,\$p" "$out/got" | grep -q '^Test .* Illegal$'; then said=illegal; fi
    meant=legal
    if grep -q mislabelled "$test"; then meant=illegal; fi
    if [ $said = $meant ]; then ok "$name: $said"; else fail "$name: $meant, as its comment says" "$said"; fi
    if grep -q '^Not as promised' "$out/got"; then fail "$name: results as promised" "$(cat "$out/got")"; fi
done

# One line for each test: Never, Sometimes or Always, then its states, without blanks and brackets, sorted.
ours='/^Test /{n=0} /=.*;$/{gsub(/ /,""); sub(/;$/,""); state[n++]=$0}
    /^Observation /{ line=$3; for (i=0; i<n; i++) line=line " " state[i]; print line }'
herds='NR>1{ gsub(/[\[\] ]/,"",$(column)); gsub(/\|/," ",$(column)); print $(verdict), $(column) }'
sorted='{ for (f=2; f<=NF; f++) { n=split($f,part,";"); s=""
    for (i=1; i<=n; i++) for (k=i; k<=n; k++) if (part[k]<part[i]) { t=part[i]; part[i]=part[k]; part[k]=t }
    for (i=1; i<=n; i++) s=s part[i] ";"; all[f]=s }
    for (i=2; i<=NF; i++) for (k=i; k<=NF; k++) if (all[k]<all[i]) { t=all[i]; all[i]=all[k]; all[k]=t }
    line=$1; for (i=2; i<=NF; i++) line=line " " all[i]; print line }'
shared=${COHGEN_SHARED:-}/litmus/riscv
if [ -n "${COHGEN_SHARED:-}" ] && [ -f "$shared/verdicts.tsv" ]; then
    tail -n +2 "$shared/verdicts.tsv" | cut -f1 >"$out/names"
    column=8 verdict=2
    for model in sc rvwmo; do
        awk -F'\t' -v column=$column -v verdict=$verdict "$herds" "$shared/verdicts.tsv" | awk "$sorted" >"$out/herd"
        (cd "$shared" && xargs -d '\n' "$OLDPWD/build/cohgen" litmus --allowed --model $model) <"$out/names" 2>&1 |
            awk "$ours" | awk "$sorted" >"$out/ours"
        paste "$out/names" "$out/herd" >"$out/herd.tests"
        paste "$out/names" "$out/ours" >"$out/ours.tests"
        diff "$out/herd.tests" "$out/ours.tests" >"$out/diff"
        check "$model: $(wc -l <"$out/names") tests, allowed sets as herd's" "$out/diff"
        column=9 verdict=3
    done
else
    echo "note: COHGEN_SHARED is not set: no comparison with herd's verdicts"
fi

# legal NAME TABLE POINT: of a table whose model forbids races. Its design runs those tests that are legal: all outcomes are
# sequentially consistent, and all such are seen. What is illegal is told, and not run.
legal() {
    simulation "$2"
    key="$simulated $3 $(digest tests/litmus)" again=
    if kept "$key" "$out/$1.log"; then again=' (kept)'
    else
        # shellcheck disable=SC2086
        build/cohgen litmus "$2" $3 --runs 100 --rounds 20 --skip tests/litmus >"$out/$1.log" 2>&1 </dev/null
    fi
    grep '^FAIL' "$out/$1.log" | grep -v ': illegal, and not run: ' >"$bad"
    grep -q '^0 outcomes outside ' "$out/$1.log" || tail -n 5 "$out/$1.log" >>"$bad"
    grep -q '^sequentially consistent outcomes: \([1-9][0-9]*\) of \1 reached' "$out/$1.log" || echo "not all outcomes were seen" >>"$bad"
    if [ -s "$bad" ]; then fail "$1: legal tests" "$(head -n 5 "$bad")"
    else
        ok "$1: legal tests: $(grep -c '^ok ' "$out/$1.log"), and $(grep -c '^FAIL' "$out/$1.log") illegal$again"
        keep "$key" "$out/$1.log"
    fi
}

# told TABLE MODEL POINT LOG: the marked tests that the run of `legal` called illegal are run all the same: the race detector tells the race,
# with both operations.
told() {
    : >"$bad"
    n=0
    for test in $(sed -n 's/^FAIL \(.*\): illegal, and not run: \(.*\)$/\1 \2/p' "$4" | cut -d' ' -f1); do
        file=$(grep -l "^RISCV $test\$" tests/litmus/marked/*.litmus | head -n 1)
        [ -n "$file" ] || continue
        n=$((n + 1))
        # shellcheck disable=SC2086
        build/cohgen sim "$1" --model "$2" $3 -w litmus -O file="$file" -O runs=400 >"$out/told.log" 2>&1 </dev/null
        grep -q "race, the program's fault: thread .*, cycle .*, and thread .*, cycle " "$out/told.log" || echo "$test: no race is told" >>"$bad"
    done
    [ "$n" -ge 2 ] || echo "only $n illegal tests" >>"$bad"
    check "$1, $2: $n illegal tests run, each told as a race" "$bad"
}

# Under DRF1 and DRFrlx, whose relaxed atomics race: whether their values are used counts.
if full; then
    for protocol in gd dd; do
        for model in drf1 drfrlx; do
            point="--point small --set slots=4"
            legal $protocol-$model $protocol "$point --model $model"
            told $protocol $model "$point" "$out/$protocol-$model.log"
        done
    done
fi

# With several operations of a thread in flight a hunt sees most outcomes beyond sequential consistency that can be reached, and none
# that is not allowed.
if full; then
    : >"$bad"
    build/cohgen litmus rcc_wo --point small --set slots=8 --runs 300 --hunt 1500 tests/litmus/*.litmus >"$out/hunt.log" 2>&1 \
        </dev/null || echo "exit status $?" >"$bad"
    read -r seen of < <(sed -n 's/^reachable beyond sc.*: \([0-9]*\) of \([0-9]*\) seen.*/\1 \2/p' "$out/hunt.log")
    [ $((10 * ${seen:-0})) -ge $((6 * ${of:-1})) ] || echo "${seen:-0} of ${of:-0}: six in ten are wanted" >>"$bad"
    check "rcc_wo, hunted: reachable outcomes beyond sc: ${seen:-0} of ${of:-0} seen, and none outside" "$bad"
fi

runs=25
full && runs=200
for table in protocols/*.json; do
    protocol=$(basename "$table" .json)
    own=$(sed -n "s/^$protocol [a-z]* *\(@tiny.*\|--.*\) -w .*/\1/p" tests/sim/short.list | head -n 1)
    point=${own:---point stress} # the model of its co-simulations
    point=${point/@tiny/$tiny}
    model=$(sed -n 's/^  "consistency": "\(.*\)",$/\1/p' "$table")
    if grep -q '"races": "forbidden"' "protocols/models/$model.json"; then
        point=$(sed -n "s/^$protocol episodes *\(full *\)\?\(@tiny.*\|--point.*\) -w .*/\2/p" tests/sim/short.list | head -n 1)
        # The table's own point would be a model of minutes.
        if [ -n "$point" ]; then legal "$protocol" "$protocol" "${point/@tiny/$tiny}"
        else fail "$protocol: no run 'episodes' in tests/sim/short.list says at which point"; fi
        continue
    fi
    simulation "$protocol"
    key="$simulated $point $runs $(digest tests/litmus)" again=
    if kept "$key" "$out/$protocol.log"; then again=' (kept)'; fi
    # shellcheck disable=SC2086
    if [ -n "$again" ] || build/cohgen litmus "$protocol" $point --runs $runs --rounds 20 tests/litmus/*.litmus \
        >"$out/$protocol.log" 2>&1 </dev/null; then
        ok "$protocol: $(grep ' tests, ' "$out/$protocol.log")$again"
        keep "$key" "$out/$protocol.log"
        sed -n 's/^[0-9]* outcomes outside/     &/p; s/^sequentially/     &/p' "$out/$protocol.log"
        if ! grep -q ' outside sc;' "$out/$protocol.log"; then
            grep '; weaker ones: 0,' "$out/$protocol.log" >"$out/$protocol.weak"
            check "$protocol: its model is weak, and so are some outcomes" "$out/$protocol.weak"
        fi
    else
        fail "$protocol: build/cohgen litmus $protocol $point --runs $runs --rounds 20 tests/litmus/*.litmus"
        tail -n 15 "$out/$protocol.log" | cut -c1-200 | sed 's/^/     /'
    fi
done

# What rc forbids and rcpc allows is seen on qr, and never without its feature early_sync, where it promises rc.
beyond="tests/litmus/marked/SB+copies.litmus tests/litmus/marked/IRIW+units.litmus"
point=$(sed -n 's/^qr episodes *\(--point.*\) -w .*/\1/p' tests/sim/short.list)
simulation qr
# shellcheck disable=SC2086
key="$simulated $point $(digest $beyond)" again=
if kept "$key" "$out/qr.beyond"; then again=' (kept)'
else
    # shellcheck disable=SC2086
    build/cohgen litmus qr $point --runs 1000 --rounds 2 $beyond >"$out/qr.beyond" 2>&1 </dev/null
fi
if [ "$(grep -c '^ok .* condition allowed by rcpc, held in [1-9]' "$out/qr.beyond")" -eq 2 ]; then
    ok "qr: SB and IRIW, which rc forbids, are seen$again"
    keep "$key" "$out/qr.beyond"
else fail "qr: SB and IRIW, which rc forbids, are seen" "$(tail -n 5 "$out/qr.beyond")"; fi
if full; then
    build/cohgen gen qr --without early_sync --dump-table >"$out/qr_sync.json"
    legal qr_sync "$out/qr_sync.json" "$point"
    # shellcheck disable=SC2086
    build/cohgen litmus "$out/qr_sync.json" $point --runs 1000 --rounds 2 $beyond >"$out/qr_sync.beyond" 2>&1 </dev/null
    if [ "$(grep -c '^ok .* condition forbidden by rc, held in 0 of [1-9]' "$out/qr_sync.beyond")" -eq 2 ]; then
        ok "qr without early_sync: SB and IRIW are never seen"
    else fail "qr without early_sync: SB and IRIW are never seen" "$(tail -n 5 "$out/qr_sync.beyond")"; fi
fi

# Two kinds of cores: the threads of a test run on both.
legal mixed tests/tables/mixed.json "--set threads=2 --set partitions=1 --set line_bytes=16 --set axi_data_bits=32"

# CPUs beside QuickRelease's GPU, under both of its promises. Cores 0 and 1 are compute units, 2 and 3 CPUs.
point=$(sed -n 's/^qr_cpu episodes *\(--point.*\) -w .*/\1/p' tests/sim/short.list)
# roles NAME TABLE: each thread of a test is one of both kinds; all sequentially consistent outcomes are seen, and none outside.
roles() {
    : >"$bad"
    n=0
    while read -r cores tests; do
        for test in $tests; do
            n=$((n + 1))
            # shellcheck disable=SC2086
            build/cohgen litmus "$2" $point --runs 100 --rounds 20 -O on=$cores "tests/litmus/marked/$test.litmus" >"$out/roles.log" 2>&1 </dev/null ||
                echo "$test on $cores: $(tail -n 1 "$out/roles.log")" >>"$bad"
            grep -q '^sequentially consistent outcomes: \([1-9][0-9]*\) of \1 reached' "$out/roles.log" || echo "$test on $cores: not all outcomes" >>"$bad"
        done
    done <<END
0,1 MP+paired SB+paired CoRR+paired
0,2 MP+paired SB+paired CoRR+paired
2,0 MP+paired SB+paired CoRR+paired
2,3 MP+paired SB+paired CoRR+paired
0,1,2 WRC+paired ISA2+paired
0,2,1 WRC+paired ISA2+paired
2,0,1 WRC+paired ISA2+paired
0,2,3 WRC+paired ISA2+paired
2,0,3 WRC+paired ISA2+paired
2,3,0 WRC+paired ISA2+paired
0,1,2,3 IRIW+paired
0,2,1,3 IRIW+paired
0,2,3,1 IRIW+paired
2,0,1,3 IRIW+paired
2,0,3,1 IRIW+paired
2,3,0,1 IRIW+paired
END
    check "$1: $n tests with a kind of core in each role" "$bad"
}
if full; then
    roles qr_cpu qr_cpu
    build/cohgen gen qr_cpu --without early_sync --dump-table >"$out/qr_cpu_sync.json"
    legal qr_cpu_sync "$out/qr_cpu_sync.json" "$point"
    roles qr_cpu_sync "$out/qr_cpu_sync.json"
    # shellcheck disable=SC2086
    build/cohgen litmus "$out/qr_cpu_sync.json" $point --runs 1000 --rounds 2 $beyond >"$out/qr_cpu_sync.beyond" 2>&1 </dev/null
    if [ "$(grep -c '^ok .* condition forbidden by rc, held in 0 of [1-9]' "$out/qr_cpu_sync.beyond")" -eq 2 ]; then
        ok "qr_cpu without early_sync: SB and IRIW are never seen"
    else fail "qr_cpu without early_sync: SB and IRIW are never seen" "$(tail -n 5 "$out/qr_cpu_sync.beyond")"; fi
fi

# A release that does not wait for the stores before it shows in a legal test.
sed -f tests/check/gd_release_early.sed protocols/gd.json >"$out/gd_release_early.json"
# shellcheck disable=SC2086
build/cohgen litmus "$out/gd_release_early.json" $tiny --set l1_stores=2 --set writes=4 --runs 100 --rounds 2 -c oracle=0 \
    tests/litmus/marked/MP+amos.litmus >"$out/gd_release_early.log" 2>&1 </dev/null
status=$?
if [ $status -eq 1 ] && grep -q '^FAIL MP+amos: outcomes that drf0 forbids: 1; ' "$out/gd_release_early.log"; then
    ok "gd, releases do not wait: a legal test shows an outcome that drf0 forbids"
else fail "gd, releases do not wait: a legal test shows an outcome that drf0 forbids" "exit $status" "$(tail -n 5 "$out/gd_release_early.log")"; fi
total
