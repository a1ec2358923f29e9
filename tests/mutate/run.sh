#!/bin/bash
# A fixed sample of wrong tables: PROTOCOL.WHAT.sample has mutants, verdicts and by whom, PROTOCOL.WHAT.stages what they
# are put through; 'full' before a line: with FULL=1 only, as a survivor goes through all stages. Shows that the checks notice what
# they noticed before, and that `cohgen mutate` says who. All mutants: make mutate. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
out=build/test/mutate
mkdir -p "$out"

for sample in tests/mutate/*.sample; do
    name=$(basename "$sample" .sample) failed_before=$failed
    protocol=${name%%.*}
    if full; then sed 's/^full //' "$sample"; else sed '/^full /d' "$sample"; fi >"$out/$name.sample"
    sample=$out/$name.sample
    only=()
    while read -r id _; do
        case $id in '' | '#'*) continue ;; esac
        only+=(--only "$id")
    done <"$sample"
    simulation "$(table_file "$protocol")"
    key="$simulated $(digest "$sample" "tests/mutate/$name.stages") $(versions rumur)" again=
    if kept "$key" "$out/$name.log" "$out/$name.verdicts"; then again=' (kept)'; fi
    [ -n "$again" ] || build/cohgen mutate "$(table_file "$protocol")" "${only[@]}" --stages "tests/mutate/$name.stages" --equivalent /dev/null --least 0 -v \
        >"$out/$name.log" 2>"$out/$name.verdicts" </dev/null
    status=$?
    while read -r id verdict by; do
        case $id in '' | '#'*) continue ;; esac
        got=$(awk -v id="$id" '$2 == id { print $1, $3 ~ /^\(/ ? "-" : $3 }' "$out/$name.verdicts")
        if [ "$got" = "$verdict $by" ]; then ok "$name: $id: $verdict by $by$again"
        else fail "$name: $id: '$got', not '$verdict $by'" "$(grep -F " $id " "$out/$name.verdicts")"; fi
    done <"$sample"
    if [ "$status" -eq 0 ] && [ "$failed" -eq "$failed_before" ]; then keep "$key" "$out/$name.log" "$out/$name.verdicts"; fi
    if [ "$status" -eq 0 ]; then ok "$name: exit status$again"
    else fail "$name: exit status $status" "$(tail -n 5 "$out/$name.verdicts")"; fi
done

# What a sample has with FULL=1 only is a mutant, too.
for sample in tests/mutate/*.sample; do
    name=$(basename "$sample" .sample) only=()
    for id in $(sed 's/^full //; /^#/d; s/ .*//' "$sample"); do only+=(--only "$id"); done
    build/cohgen mutate "$(table_file "${name%%.*}")" "${only[@]}" --list 2>"$out/$name.wrong" >/dev/null
    check "$name: all of the sample are mutants" "$out/$name.wrong"
done

# The list of explained survivors names mutants only, each once.
for list in tests/mutate/*.equivalent; do
    protocol=$(basename "$list" .equivalent)
    build/cohgen mutate "$protocol" --equivalents --list >"$out/$protocol.ids" 2>"$out/$protocol.wrong" || echo "exit status $?" >>"$out/$protocol.wrong"
    [ "$(wc -l <"$out/$protocol.ids")" -eq "$(grep -c '^[^# ][^ ]*: ' "$list")" ] || echo "not as many as lines" >>"$out/$protocol.wrong"
    check "$protocol: explained survivors are mutants" "$out/$protocol.wrong"
done

# --equivalents: the exhaustive check over a list of explained survivors. It lets one pass, says which line another one
# has that it kills, and does not take one for decided whose check was ended.
list=$out/some.equivalent
cat >"$list" <<END
# two of them
mesi_wt.l1.I.INV:to:send-INVACK/msg.src->home: the line's home sent the INV
mesi_wt.l1.V.INV:next:V: no reason at all
END
equivalents() { # STAGE LINE SAYS MUTANT...
    local stage=$1 wanted=$2 says=$3 only=() status
    shift 3
    for id in "$@"; do only+=(--only "$id"); done
    echo "$stage" >"$out/equivalents.stages"
    COHGEN_CACHE=$PWD/$out/cache build/cohgen mutate mesi_wt --equivalents --equivalent "$list" "${only[@]}" -j1 \
        --stages "$out/equivalents.stages" --json >"$out/equivalents.json" 2>"$out/equivalents.err"
    status=$?
    if [ "$status" -ne "$wanted" ]; then fail "$says: exit status $status" "$(tail -n 3 "$out/equivalents.err")"
    else ok "$says"; fi
}
rm -rf "$out/cache"
equivalents "sharing 600 check @ --bounds sharing --optimize=0" 0 "an equivalent passes the check" \
    "mesi_wt.l1.I.INV:to:send-INVACK/msg.src->home"
equivalents "sharing 600 check @ --bounds sharing --optimize=0" 1 "a list with one that is none fails"
grep -qF "$list:3: 'mesi_wt.l1.V.INV:next:V' is declared equivalent and is killed by sharing: " "$out/equivalents.err" &&
    [ "$(wc -l <"$out/equivalents.err")" -eq 1 ] && ok "it says which line" ||
    fail "it says which line" "$(cat "$out/equivalents.err")"
equivalents "long 1 check @ --lines 2 --queue 2" 3 "a check that was ended decides nothing" \
    "mesi_wt.l1.I.INV:to:send-INVACK/msg.src->home"
grep -q '"verdict": "error"' "$out/equivalents.json" && ok "it says so" || fail "it says so"

# --explored: what was explored is written down, and not explored again, with whatever cache; other models are.
explored=$out/some.explored
explore() { # HASH-IN-FILE: leaves 'known' of the check's report
    rm -rf "$out/cache"
    COHGEN_CACHE=$PWD/$out/cache build/cohgen mutate mesi_wt --equivalents --equivalent "$list" --explored "$explored" -j1 \
        --only mesi_wt.l1.I.INV:to:send-INVACK/msg.src-\>home --stages "$out/equivalents.stages" --json \
        >"$out/explored.json" 2>"$out/explored.err"
}
echo "sharing 600 check @ --bounds sharing --optimize=0" >"$out/equivalents.stages"
rm -f "$explored"
explore && id_and_hash=$(sed '/^#/d' "$explored") || fail "--explored: a file is written" "$(cat "$out/explored.err")"
case $id_and_hash in "mesi_wt.l1.I.INV:to:send-INVACK/msg.src->home "[0-9a-f]*) ok "--explored: what was explored is in the file" ;;
*) fail "--explored: what was explored is in the file" "$id_and_hash" ;; esac
made() { find "$out/cache" -name result.xml 2>/dev/null | wc -l; }
explore && [ "$(made)" = 0 ] && ok "--explored: it is not explored again" || fail "--explored: it is not explored again"
sed -i 's/[0-9a-f]\{16\}$/0123456789abcdef/' "$explored"
explore && [ "$(made)" = 1 ] && [ "$(sed '/^#/d' "$explored")" = "$id_and_hash" ] && ok "--explored: another model is explored, and its hash written" ||
    fail "--explored: another model is explored, and its hash written" "$(cat "$explored")"
echo "nonsense" >>"$explored"
explore
status=$?
if [ $status -eq 2 ] && grep -qF "$explored:4: an id and a hash of 16 digits are wanted" "$out/explored.err"; then ok "--explored: a wrong line is named"
else fail "--explored: a wrong line is named" "exit $status: $(cat "$out/explored.err")"; fi

explored=$out/no/folder/some.explored
explore
status=$?
if [ $status -eq 2 ] && [ "$(grep -c 'cannot be written' "$out/explored.err")" = 1 ] && [ "$(made)" = 0 ]; then ok "--explored: a file that cannot be written is said before anything runs"
else fail "--explored: a file that cannot be written is said before anything runs" "exit $status: $(cat "$out/explored.err")"; fi

# A stage has seconds of a processor, whatever else runs beside it.
echo 'slow 1 walk @ --point small --ops 1000000000' >"$out/slow.stages"
COHGEN_CACHE=$PWD/$out/cache build/cohgen mutate mesi_wt --only mesi_wt.l1.I.INV:to:send-INVACK/msg.src-\>home --stages "$out/slow.stages" -j1 --least 0 -v \
    --equivalent /dev/null >"$out/slow.log" 2>&1
if grep -q '^stage slow killed 0, took too long 1:' "$out/slow.log"; then ok "a stage that has used its time up has killed nothing"
else fail "a stage that has used its time up has killed nothing" "$(tail -n 4 "$out/slow.log")"; fi

# What stages said is kept, each by itself: one that is added is run alone, and so is one whose result is damaged.
stages() { # NUMBER: so many are given; leaves what is kept in $out/said
    for i in $(seq "$1"); do echo "walk$i 60 walk @ --point small --ops 2000 --seed $i"; done >"$out/kept.stages"
    COHGEN_CACHE=$PWD/$out/cache build/cohgen mutate mesi_wt --only mesi_wt.l1.I.INV:to:send-INVACK/msg.src-\>home --stages "$out/kept.stages" -j1 --least 0 \
        --equivalent /dev/null >"$out/kept.log" 2>&1
    find "$out/cache/mutate" -type f ! -name '*.seal' -printf '%f %i %T@\n' | sort >"$out/said"
}
rm -rf "$out/cache"
stages 2
cp "$out/said" "$out/said.before"
stages 3
if [ "$(wc -l <"$out/said.before")" = 2 ] && [ "$(comm -12 "$out/said.before" "$out/said" | wc -l)" = 2 ] && [ "$(wc -l <"$out/said")" = 3 ]; then ok "of three stages the one that is new is run"
else fail "of three stages the one that is new is run" "$(cat "$out/said.before" "$out/said" "$out/kept.log")"; fi
cp "$out/said" "$out/said.before"
echo "0 0" >"$out/cache/mutate/$(head -n 1 "$out/said" | cut -d' ' -f1)"
stages 3
if [ "$(comm -12 "$out/said.before" "$out/said" | wc -l)" = 2 ] && [ "$(wc -l <"$out/said")" = 3 ]; then ok "a result that is damaged is made again"
else fail "a result that is damaged is made again" "$(cat "$out/said.before" "$out/said" "$out/kept.log")"; fi

# A stage that the table itself does not pass kills nothing.
build/cohgen mutate mesi_wt --only mesi_wt.l1.V.INV:next:V --list -q -o "$out/wrong_table" </dev/null
echo "sharing 600 check @ --bounds sharing --optimize=0" >"$out/equivalents.stages"
build/cohgen mutate "$out/wrong_table/1.json" --sample 1 --stages "$out/equivalents.stages" --equivalent /dev/null -j1 >"$out/wrong.log" 2>&1 </dev/null
status=$?
if [ $status -eq 1 ] && [ "$(wc -l <"$out/wrong.log")" = 1 ] && grep -q "mesi_wt: the table itself, without a change, is killed by stage sharing: " "$out/wrong.log"; then ok "a stage that the table itself does not pass is refused"
else fail "a stage that the table itself does not pass is refused" "exit $status: $(tail -n 4 "$out/wrong.log")"; fi

# By which code: that is all of it, and a folder that is not named is missed.
tests/mutate/code.sh >"$out/wrong" 2>&1
check "results are kept by all code that walks and the check run" "$out/wrong"
for missing in tb/interp gen/base; do
    [ "$(tests/mutate/code.sh $missing | grep -c "^walk: $missing is needed")" = 1 ] && ok "$missing is missed" || fail "$missing is missed"
done

# FULL=1: all mutants and all lists. Hours the first time; what was decided is kept, so it goes on where it was. For mk/test-all.sh a line for
# each table: PROTOCOL MUTANTS REFUSED KILLED EQUIVALENT SURVIVED SCORE.
if full; then
    : >"$out/whole"
    for list in tests/mutate/*.equivalent; do
        protocol=$(basename "$list" .equivalent)
        if build/cohgen mutate "$protocol" >"$out/$protocol.all" 2>&1 </dev/null; then ok "$protocol: all mutants"
            awk -v protocol="$protocol" '$1 == "all" { gone = $(NF - 3) + $(NF - 2) + $(NF - 1)
                print protocol, $2, $3, $2 - $3 - gone, $(NF - 2), $(NF - 3), $NF }' "$out/$protocol.all" >>"$out/whole"
        else fail "$protocol: all mutants" "$(tail -n 8 "$out/$protocol.all")"; fi
    done
    for list in tests/mutate/*.equivalent; do
        protocol=$(basename "$list" .equivalent)
        build/cohgen mutate "$protocol" --equivalents --explored "tests/mutate/$protocol.explored" -v >"$out/$protocol.equivalents" 2>&1 </dev/null
        status=$?
        if [ "$status" -eq 0 ]; then ok "$protocol: the check lets all explained survivors pass"
        else fail "$protocol: explained survivors: exit status $status" "$(tail -n 8 "$out/$protocol.equivalents")"; fi
    done
fi
total
