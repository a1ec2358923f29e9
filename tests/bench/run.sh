#!/bin/bash
# cohgen bench on its smallest description (protocols/bench/tiny.json): runs, tables, figures, what is kept, what fails.
# Then the loads of the bench hw, likewise (protocols/bench/hw_tiny.json), and the programs of the benches stash and stash_apps (stash_tiny.json,
# stash_apps_tiny.json).
# Needs build/cohgen and gnuplot; the models of --point small are built in the cache.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
. mk/json.sh
results bench
export NO_COLOR=1

# Figures of benches in our documents are those of docs/results, with the marks that the tables ask for now.
figures_kept() {
    for f in docs/results/bench-*.json; do
        [ -f "$f" ] || continue
        for d in $(grep -l '<!-- bench ' README.md docs/*.md); do
            cp "$d" "$out/$(basename "$d")"
            build/cohgen bench --kept "$f" -q --into "$out/$(basename "$d")" </dev/null || echo "$f, $d: exit status $?"
            diff -q "$d" "$out/$(basename "$d")" >/dev/null || echo "$d has other figures or marks than $f: make figures"
        done
    done
}
once "figures in documents are those kept, and marked" "$(digest build/cohgen protocols rtl tb README.md docs)" figures_kept

simulation rcc
whole "$simulated $(digest protocols) $(versions gnuplot xmllint)"

: >"$bad"
build/cohgen bench tiny -o "$out/tiny" --fresh >"$out/first" 2>"$out/first.err"
[ $? -eq 0 ] || tail -n 5 "$out/first.err" >"$bad"
check "the bench runs" "$bad"

for f in bench.json bench.csv bench.md time.svg traffic.svg stalls.svg latency.svg; do
    [ -s "$out/tiny/$f" ] || echo "$f is missing or empty"
done >"$bad"
check "it leaves tables and figures" "$bad"

xmllint --noout "$out"/tiny/*.svg 2>"$bad"
check "the figures are XML" "$bad"

# Each workload and protocol with five seeds, each a pass, and times that are not nothing.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $(at["verdict"]) != "pass" || $(at["time"]) + 0 < 100 || $(at["traffic"]) + 0 < 10 { print }
    { seen[$1 " " $3]++ }
    END { for (k in seen) if (seen[k] != 5) print k, seen[k]; if (!("hash_table rcc" in seen)) print "no hash_table" }' \
    "$out/tiny/bench.csv" >"$bad"
check "the table of the runs is whole" "$bad"

: >"$bad"
grep -qE "^hash_table  +[0-9]+ \\+- [0-9]+%" "$out/first" || echo "no line of hash_table with its spread" >"$bad"
check "the terminal shows them" "$bad"

# Mean and standard deviation, from the runs by other means.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $1 == "hash_table" && $3 == "rcc" { n++; sum += $(at["time"]); squares += $(at["time"]) ^ 2 }
    END { m = sum / n; printf "hash_table %.0f +- %.0f%%\n", m, 100 * sqrt((squares - n * m * m) / (n - 1)) / m }' \
    "$out/tiny/bench.csv" >"$out/wanted"
sed -nE 's/^(hash_table) +([0-9]+ \+- [0-9]+%) .*/\1 \2/p' "$out/first" | head -n 1 | diff "$out/wanted" - >"$bad"
check "mean and standard deviation are those of the runs" "$bad"

# Events, of which energy is made: each operation accesses a first level once at least; of the figures that are given the sum is right,
# and there is none of all, as memory has no figure.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { hits = $(at["l1_hits"]); misses = $(at["l1_misses"]); sum = $(at["energy_given"]) - (177 * hits + 197 * misses) }
    hits + misses < $(at["operations"]) || hits * misses * $(at["l1_others"]) * $(at["l2_accesses"]) * $(at["memory"]) == 0 ||
        $(at["traffic"]) == 0 || sum > 1 || sum < -1 || $(at["energy"]) != "" { print "line " NR ": " $0 }' "$out/tiny/bench.csv" >"$bad"
grep -qE '^l1_hits +177 +[0-9.]+ +[0-9.]+ +Sincl' "$out/first" || echo "no energy of hits" >>"$bad"
grep -qE '^memory +not given +not given +not given *$' "$out/first" || echo "memory has an energy" >>"$bad"
grep -qE '^sum of all +not given +not given *$' "$out/first" || echo "there is a sum of all" >>"$bad"
check "events are counted, and energy is their sum by figures that are given" "$bad"

cp -r "$out/tiny" "$out/before"
: >"$bad"
build/cohgen bench tiny -o "$out/tiny" >"$out/second" 2>"$out/second.err" || echo "exit status $?" >"$bad"
grep -q 'runs were done before' "$out/second.err" || echo "nothing was kept" >>"$bad"
diff -r "$out/before" "$out/tiny" >>"$bad"
check "a second time: nothing runs, the same bytes" "$bad"

: >"$bad"
build/cohgen bench tiny -o "$out/tiny" --json 2>/dev/null >"$out/report.json" || echo "exit status $?" >"$bad"
diff "$out/tiny/bench.json" "$out/report.json" >>"$bad"
check "--json prints the same report, and nothing else" "$bad"

# A run that cannot end in time is a failure: exit 1, said how to do it again, and the others are still there.
sed 's/"baseline"/"harness": {"max_cycles": 2000}, "seeds": [1], "baseline"/; s/"\.\.\/schema/"..\/..\/..\/protocols\/schema/' \
    protocols/bench/tiny.json >"$out/late.json"
: >"$bad"
build/cohgen bench "$out/late.json" -o "$out/late" >"$out/late.out" 2>"$out/late.err"
[ $? -eq 1 ] || echo "exit status is not 1" >"$bad"
grep -q 'FAILED .*not done after max_cycles' "$out/late.err" || echo "it does not say why" >>"$bad"
grep -q 'reproduce: cohgen sim .* -w hash_table' "$out/late.err" || echo "it does not say how to do it again" >>"$bad"
grep -q '"verdict":"fail"\|"verdict": "fail"' "$out/late/bench.json" || echo "the report does not know" >>"$bad"
check "a run that fails is exit 1" "$bad"

# A bench that was stopped has left the report of a run that failed: it is not run again, and once it has been told, it is.
: >"$bad"
for cfg in $(grep -l '^max_cycles = 2000$' "${COHGEN_CACHE:-build/cache}"/bench/*.cfg); do
    echo '{"verdict": "fail", "reason": "as it was left"}' >"${cfg%.cfg}.new"
done
build/cohgen bench "$out/late.json" -o "$out/late" >"$out/late.out" 2>"$out/late.err"
[ $? -eq 1 ] || echo "exit status is not 1" >"$bad"
grep -q 'FAILED .*as it was left' "$out/late.err" && ! grep -q 'FAILED .*not done after' "$out/late.err" || cat "$out/late.err" >>"$bad"
build/cohgen bench "$out/late.json" -o "$out/late" >"$out/late.out" 2>"$out/late.err"
grep -q 'FAILED .*not done after max_cycles' "$out/late.err" || echo "it is not run again" >>"$bad"
check "a run that had failed when a bench was stopped is not run again" "$bad"

# A table that is there twice, under two names: the same runs, and results that are read again.
sed 's/^    "mesi_wt"$/    "mesi_wt", {"name": "twin", "table": "mesi_wt"}/; s/"\.\.\/schema/"..\/..\/..\/protocols\/schema/' \
    protocols/bench/tiny.json >"$out/twins.json"
: >"$bad"
build/cohgen bench "$out/twins.json" -o "$out/twins" >"$out/twins.out" 2>"$out/twins.err" || echo "exit status $?" >"$bad"
grep '^[^,]*,[^,]*,mesi_wt,' "$out/twins/bench.csv" | sed 's/,mesi_wt,/,twin,/' >"$out/wanted"
grep '^[^,]*,[^,]*,twin,' "$out/twins/bench.csv" | diff "$out/wanted" - >>"$bad"
[ "$(wc -l <"$out/wanted")" -eq 10 ] || echo "not ten runs" >>"$bad"
build/cohgen bench --kept "$out/twins/bench.json" --json 2>>"$bad" | diff "$out/twins/bench.json" - >>"$bad"
check "a table may be there under two names" "$bad"

# ------------------------------------------------------------------------------------------------- kept results
kept=$out/tiny/bench.json
mark() { printf '<!-- bench tiny %s -->' "$1"; }
{
    echo "RCC: $(mark "ratio rcc/mesi_wt time sharing")7<!-- end of bench -->; another's: <!-- bench none metric time -->7<!-- end of bench -->"
    for what in "metric time" "spread time" counters paper hardware; do mark "$what"; echo "<!-- end of bench -->"; done
} >"$out/marks.md"
cp "$out/marks.md" "$out/doc.md"
: >"$bad"
build/cohgen bench --kept "$kept" --json --into "$out/doc.md" >"$out/again.json" 2>&1 || echo "exit status $?" >"$bad"
diff "$kept" "$out/again.json" >>"$bad"
check "kept results are read as they were written" "$bad"

: >"$bad"
grep -q 'RCC: .*-->[0-9.]* ± [0-9.]*<!--.*-->7<!--' "$out/doc.md" || echo "no ratio, or another bench's is gone" >"$bad"
[ "$(grep -c '^| hash_table' "$out/doc.md")" -eq 3 ] || echo "hash_table is not in three tables" >>"$bad"
grep OLDER "$out/doc.md" >>"$bad"
check "a document has them between its marks" "$bad"

# Its results are of a design that the table does not make (any more): each figure says so.
hash=$(json "$kept" hardware | sed 's/.*"rcc": "\([0-9a-f]*\)".*/\1/')
sed "s/$hash/0123456789abcdef/" "$kept" >"$out/older.json"
: >"$bad"
build/cohgen bench --kept "$out/older.json" --into "$out/doc.md" -o "$out/older" >"$out/older.out" 2>"$bad" || echo "exit status $?" >>"$bad"
grep -q '± [0-9.]* (OLDER hardware: rcc 01234567)' "$out/doc.md" || echo "the ratio does not say so" >>"$bad"
[ "$(grep -c '^| hardware .*01234567, OLDER' "$out/doc.md")" -eq 3 ] || echo "the tables do not" >>"$bad"
grep -q '^| rcc/mesi_wt .* OLDER ' "$out/doc.md" || echo "the comparison with the paper does not" >>"$bad"
grep -q '^rcc  *0123456789abcdef  *'"$hash"'  *OLDER hardware' "$out/older.out" || echo "the terminal does not" >>"$bad"
grep -q '"older": \[ "rcc" \]' "$out/older/bench.json" || echo "the report does not" >>"$bad"
grep -q 'rcc\*' "$out/older/time.svg" && grep -q 'OLDER hardware' "$out/older/time.svg" || echo "the figure does not" >>"$bad"
check "hardware that has changed since is marked" "$bad"

# Run again with the first seed, that hardware gives all figures, but for one that is not its own.
cp "$out/older.json" "$out/renewed.json"
time=$(sed -n 's/.*"protocol":"rcc".*"time":{[^[]*"runs":\[\([0-9]*\),.*/\1/p' "$kept" | head -n 1)
sed "s/\"runs\":\[$time,/\"runs\":[1$time,/" "$out/older.json" >"$out/differs.json"
: >"$bad"
build/cohgen bench tiny --again "$out/renewed.json" >"$out/renewed.out" 2>"$out/renewed.err" || cat "$out/renewed.err" >"$bad"
grep -q '^tiny: 1 of 1 designs that have changed give the same figures, seed 1$' "$out/renewed.out" || cat "$out/renewed.out" >>"$bad"
build/cohgen bench --kept "$out/renewed.json" >"$out/renewed.out" 2>>"$bad"
grep -q '^rcc  *0123456789abcdef  *'"$hash"'  *the same figures with the first seed' "$out/renewed.out" || echo "the terminal does not say so" >>"$bad"
grep OLDER "$out/renewed.out" >>"$bad"
sed 's/"again": {[^}]*},/X/; /^  X$/d' "$out/renewed.json" | sed 's/"older": \[ \]/"older": [ "rcc" ]/' >"$out/renewed.rest"
build/cohgen bench --kept "$out/older.json" --json 2>>"$bad" | diff - "$out/renewed.rest" >>"$bad"
check "hardware that gives the same figures again is noted, and nothing else" "$bad"

: >"$bad"
build/cohgen bench tiny --again "$out/differs.json" >"$out/differs.out" 2>"$out/differs.err"
[ $? -eq 1 ] || echo "exit status is not 1" >"$bad"
grep -q '^rcc, [a-z_]*: not the same: time$' "$out/differs.err" && [ "$(wc -l <"$out/differs.err")" -le 2 ] || cat "$out/differs.err" >>"$bad"
grep -q '"again"' "$out/differs.json" && echo "it is noted" >>"$bad"
check "hardware with another figure is not" "$bad"

# A table without a feature is another table; one that has no such feature is an error.
: >"$bad"
sed 's/"name": "rcc", "set"/"name": "rcc", "without": [ "renew" ], "set"/' "$kept" >"$out/without.json"
build/cohgen bench --kept "$out/without.json" >"$out/without.out" 2>"$bad" || echo "exit status $?" >>"$bad"
grep -q '^rcc .*OLDER hardware' "$out/without.out" || echo "it makes the same hardware without the feature" >>"$bad"
sed 's/"name": "rcc", "set"/"name": "rcc", "without": ["renewal"], "set"/; s/"\.\.\/schema/"..\/..\/..\/protocols\/schema/' protocols/bench/tiny.json >"$out/no_feature.json"
build/cohgen bench "$out/no_feature.json" -o "$out/no_feature" >"$out/without.out" 2>"$out/without.err"
[ $? -eq 2 ] || echo "exit status is not 2" >>"$bad"
grep -q "'renewal' is no feature" "$out/without.err" || cat "$out/without.err" >>"$bad"
check "a protocol without a feature" "$bad"

# Options of a workload for one protocol alone: those of the runs of this workload, and no others.
: >"$bad"
sed 's/"name": "rcc", "set"/"name": "rcc", "options": {"hash_table.ops": 0}, "set"/; s/"\.\.\/schema/"..\/..\/..\/protocols\/schema/' protocols/bench/tiny.json >"$out/options.json"
build/cohgen bench "$out/options.json" -o "$out/options" >"$out/options.out" 2>"$out/options.err" || echo "exit status $?" >>"$bad"
grep -Eq '^hash_table +1 \+- 0% +[0-9]{3,}' "$out/options.out" || echo "rcc has the workload's own options, or mesi_wt has not" >>"$bad"
grep -Eq '^sums +[0-9]{3}' "$out/options.out" || echo "options of another workload count" >>"$bad"
check "a protocol with options of a workload" "$bad"

: >"$bad"
sed 's/spread time/spread tome/' "$out/marks.md" >"$out/wrong.md"
cp "$out/wrong.md" "$out/before.md"
build/cohgen bench --kept "$kept" --into "$out/wrong.md" -q 2>"$out/wrong.err"
[ $? -eq 2 ] || echo "exit status is not 2" >"$bad"
grep -q "wrong.md:3: one metric of a bench is wanted behind 'spread'" "$out/wrong.err" || cat "$out/wrong.err" >>"$bad"
diff "$out/before.md" "$out/wrong.md" >>"$bad"
check "a mark that asks for nothing is bad input, and the document stays" "$bad"

# ------------------------------------------------------------------------------------------------ bench hw, in small
# Its loads on caches of a few lines, judged by the golden models.
: >"$bad"
build/cohgen bench hw_tiny -o "$out/hw" --fresh >"$out/hw.out" 2>"$out/hw.err"
[ $? -eq 0 ] || tail -n 5 "$out/hw.err" >"$bad"
check "the loads of the bench hw pass under the golden models" "$bad"

# A hit stream of two threads, or four: each waits two cycles for its answer. Every row has a number and its spread.
: >"$bad"
grep -qE "^hits, loads a cycle +1 +[01]\.[0-9]+ \+- [0-9]+%" "$out/hw.out" || echo "no row of hits with its limit" >"$bad"
for row in "hot line, cycles an atomic" "hot line, longest wait" "store stream, latency of 99%" "neighbour, as a share of hits"; do
    grep -qE "^$row +([0-9.]+ \+- [0-9]+%? *){2}$" "$out/hw.out" || echo "no figures of: $row" >>"$bad"
done
grep -qE "^hits on a design of their own +([0-9]+% *){2}$" "$out/hw.out" || echo "no figures in percent" >>"$bad"
[ -f "$out/hw/time.svg" ] && echo "a bench with a table of its own has figures of other things" >>"$bad"
grep -q "^| hot line, cycles an atomic " "$out/hw/bench.md" || echo "the page has no table" >>"$bad"
check "its table has all rows" "$bad"

# The trace costs no cycle: the shipped hardware, without it, has the same figures.
awk '/"name": "mesi_wt"/ { skip = 2 } skip { skip--; next } { print }' protocols/bench/hw_tiny.json |
    sed 's/"lockstep": 1, "oracle": 1/"lockstep": 0, "oracle": 0/; s/"seeds"/"trace": 0, "seeds"/; s/2}},$/2}}/
        s/"\.\.\/schema/"..\/..\/..\/protocols\/schema/' >"$out/bare.json"
: >"$bad"
build/cohgen bench "$out/bare.json" -o "$out/bare" >"$out/bare.out" 2>"$out/bare.err" || tail -n 5 "$out/bare.err" >"$bad"
for f in hw bare; do
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $3 == "gd" { print $1, $4, $(at["time"]), $(at["rate"]), $(at["p99"]), $(at["longest"]) }' "$out/$f/bench.csv" >"$out/$f.rates"
done
[ "$(wc -l <"$out/bare.rates")" -eq 18 ] || echo "there are not eighteen runs" >>"$bad"
diff "$out/hw.rates" "$out/bare.rates" >>"$bad"
check "without the trace they are the same" "$bad"

hw_mark() { printf '<!-- bench hw_tiny %s -->' "$1"; }
{ hw_mark table; echo "<!-- end of bench -->"; } >"$out/hw.md"
: >"$bad"
build/cohgen bench --kept "$out/hw/bench.json" --json --into "$out/hw.md" >"$out/hw.json" 2>&1 || echo "exit status $?" >"$bad"
diff "$out/hw/bench.json" "$out/hw.json" >>"$bad"
[ "$(grep -c '^| ho[a-z]* line\|^| hits\|^| store\|^| neigh' "$out/hw.md")" -eq 6 ] || echo "the document has not all rows" >>"$bad"
check "a document has the table between its marks" "$bad"

: >"$bad"
sed 's/"over": "hits"/"over": "hit"/' protocols/bench/hw_tiny.json >"$out/row.json"
build/cohgen bench "$out/row.json" -o "$out/row" >"$out/row.err" 2>&1
[ $? -eq 2 ] || echo "exit status is not 2" >"$bad"
grep -q "there is no workload here called 'hit' (did you mean 'hits'?)" "$out/row.err" || cat "$out/row.err" >>"$bad"
check "a row of a workload that is not there is bad input" "$bad"

# ------------------------------------------------------------------------------------------------ a series
# A workload on designs of one core and of two, over itself on one: numbers are those of the runs, each on its own design. (What is
# wrong with a series, and its means: tests/cli/bench_series.cmd.)
if full; then
    awk '/"name": "mesi_wt"/ { skip = 2 } skip { skip--; next } /"workloads"/ { exit } { print }' protocols/bench/hw_tiny.json |
        sed 's/2}},$/2}}/; s/"cores": 2, //; s/"\.\.\/schema/"..\/..\/..\/protocols\/schema/; s/"seeds"/"series": {"set": "cores", "values": [1, 2], "says": "cores"}, "seeds"/' >"$out/series.json"
    cat >>"$out/series.json" <<'END'
  "workloads": [{"name": "lock", "workload": "mutex", "group": "locks", "options": {"kind": "ticket", "words": 4}}],
  "paper": [{"protocol": "gd", "group": "locks_2", "metric": "time", "ratio": "2", "says": "twice as much"}]
}
END
    : >"$bad"
    build/cohgen bench "$out/series.json" -o "$out/series" >"$out/series.out" 2>"$out/series.err" || tail -n 5 "$out/series.err" >"$bad"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { n[$1]++; time[$1] += $(at["time"]); operations[$1] += $(at["operations"]) }
        END { if (n["lock_1"] != 2 || n["lock_2"] != 2 || operations["lock_2"] <= operations["lock_1"]) exit
            printf "%.2f\n", time["lock_2"] / time["lock_1"] }' "$out/series/bench.csv" >"$out/wanted"
    [ -s "$out/wanted" ] || echo "the runs are not two each, or one core does as much as two" >>"$bad"
    sed -nE 's/^lock, gd +[0-9]+ \+- [0-9]+% +([0-9.]+) \+- .*/\1/p' "$out/series.out" | head -n 1 | diff "$out/wanted" - >>"$bad"
    xmllint --noout "$out/series/series.svg" 2>>"$bad"
    build/cohgen bench --kept "$out/series/bench.json" --json 2>>"$bad" | diff "$out/series/bench.json" - >>"$bad"
    check "a series runs on designs of its own, and its ratios are those of the runs" "$bad"
fi

# ------------------------------------------------------------------------------------------------ bench stash, in small
# One program in four forms, each of which compares its own result. What is in no local memory is never counted there, and what an engine
# moves is counted as what a program copies.
: >"$bad"
build/cohgen bench stash_tiny -o "$out/stash" >"$out/stash.out" 2>"$out/stash.err" || tail -n 5 "$out/stash.err" >"$bad"
check "the programs of the bench stash pass under the golden models" "$bad"

: >"$bad"
numbers() { # PROTOCOL METRIC [BENCH]: of its runs, by workload and seed
    tr -d ' \n' <"$out/${3-stash}/bench.json" | sed 's/{"workload"/\n&/g' | grep '^{"workload"' | grep "\"protocol\":\"$1\"" |
        sed 's/.*"'"$2"'":{[^[]*"runs":\[\([^]]*\)\].*/\1/' | tr ',' '\n'
}
paste <(numbers Cache local_hits) <(numbers Cache local_misses) <(numbers Cache energy_local) | awk '$1 + $2 + $3 != 0' >>"$bad"
paste <(numbers Scratch local_hits) <(numbers ScratchGD local_hits) | awk '$1 != $2 || $1 == 0' >>"$bad"
paste <(numbers Scratch l1_hits) <(numbers Scratch local_hits) <(numbers Scratch local_misses) <(numbers Scratch energy_local) <(numbers Scratch energy_given) |
    awk 'function off(x, y) { return x - y > 1 || y - x > 1 } $3 != 0 || off($4, 55.3 * $2) || off($5, 191.1 * $1 + 55.3 * $2)' >>"$bad"
paste <(numbers Stash l1_hits) <(numbers Stash local_hits) <(numbers Stash local_misses) <(numbers Stash energy_local) <(numbers Stash energy_given) |
    awk 'function off(x, y) { return x - y > 1 || y - x > 1 }
        $3 == 0 || off($4, 55.4 * $2 + 86.8 * $3) || off($5, 191.1 * $1 + 55.4 * $2 + 86.8 * $3)' >>"$bad"
[ "$(numbers Stash energy_local | wc -l)" -eq 10 ] || echo "not ten runs" >>"$bad"
check "its energies are those of each protocol's figures, and of local memories alone" "$bad"

# On-demand loads what it uses, and a tile that is mapped anew is here.
: >"$bad"
paste <(numbers Scratch local_hits | sed -n 5,6p) <(numbers Stash local_hits | sed -n 5,6p) <(numbers Stash local_misses | sed -n 5,6p) |
    awk '$2 + $3 >= $1 / 4' >>"$bad"
paste <(numbers Stash local_misses | sed -n 7,8p) <(numbers Stash local_misses | sed -n 9,10p) | awk '$1 != $2 || $1 == 0' >>"$bad"
check "what a stash does not use does not come, and what is mapped again has not left" "$bad"

# The applications in eight configurations: what a scratchpad takes more, the engine takes as well, and what is copied takes
# instructions, by the engine those that ask for it.
: >"$bad"
build/cohgen bench stash_apps_tiny -o "$out/apps" --fresh >"$out/apps.out" 2>"$out/apps.err" || tail -n 5 "$out/apps.err" >"$bad"
check "the programs of the bench stash_apps pass under the golden models" "$bad"

grep -c '^stash: Verilator' "$out/apps.err" | grep -vx 1 >"$bad"
check "--fresh makes a model once that four protocols of a bench have" "$bad"

: >"$bad"
apps() { numbers "$1" "$2" apps; }
paste <(apps Cache local_hits) <(apps Cache local_misses) | awk '$1 + $2 != 0' >>"$bad"
paste <(apps Scratch local_hits) <(apps ScratchG local_hits) <(apps ScratchGD local_hits) | awk '!($1 > 0 && $1 < $2 && $2 == $3)' >>"$bad"
paste <(apps Stash local_misses) <(apps StashG local_misses) | awk '$1 * $2 == 0' >>"$bad"
paste <(apps Scratch instructions) <(apps ScratchG instructions) <(apps ScratchGD instructions) <(apps Stash instructions) |
    awk '!($1 < $2 && $1 < $3 && $4 < $1)' >>"$bad"
[ "$(apps StashG instructions | wc -l)" -eq 8 ] || echo "not eight runs" >>"$bad"
check "configurations have in local memories what they say, and copies are instructions" "$bad"

# Pathfinder's rows between two others are in the stash without a mapping (StashM: with one), and nobody else is told of them.
: >"$bad"
paste <(apps Stash traffic) <(apps StashM traffic) | awk 'NR <= 6 && $1 != $2 || NR > 6 && !(0 < $1 && $1 < $2)' >>"$bad"
check "what a block has for itself costs no messages" "$bad"

# Each prefetch is an instruction, with its index, and what it asks for is a miss, beside those of loads.
: >"$bad"
more() { paste <(apps StashG "$1") <(apps StashGP "$1") | awk '{ print $2 - $1 }'; }
paste <(more instructions) <(more local_misses) | awk '!($1 > 0 && $1 % 2 == 0 && $2 > 0)' >>"$bad"
check "prefetches are instructions and miss" "$bad"

# A stash that maps each word to the next one is no wrong behaviour of its table: the program finds it.
if full; then
    : >"$bad"
    sed 's/"name": "stash"/"name": "wrong"/; s,"schema/,"../../../protocols/schema/,' protocols/stash.json >"$out/right.json"
    sed 's/command.index == 0 ? command.object/command.index == 0 ? 1/' "$out/right.json" >"$out/wrong.json"
    awk '/"workloads"/ { print "  \"workloads\": [{\"name\": \"Implicit\", \"workload\": \"structs\", \"group\": \"a\", \"options\": {\"n\": 32, \"tile\": 32}}]"; print "}"; exit } { print }' \
        protocols/bench/stash_tiny.json | sed "s,\"table\": \"stash\",\"table\": \"$out/wrong.json\",; s,\"\.\./schema,\"../../../protocols/schema," >"$out/wrong_stash.json"
    build/cohgen bench "$out/wrong_stash.json" -o "$out/wrong_stash" >"$out/wrong.out" 2>"$out/wrong.err"
    [ $? -eq 1 ] || echo "exit status is not 1" >"$bad"
    grep -q "^FAILED .*, Stash, seed 1: word 3 of element " "$out/wrong.err" || tail -n 5 "$out/wrong.err" >>"$bad"
    check "a stash that maps wrongly fails in the program" "$bad"

    # On one core of one thread, where no judge sees a race.
    : >"$bad"
    sed 's/command.index == 0 ? command.base/command.index == 0 ? fit(command.base + 1)/' "$out/right.json" >"$out/next.json"
    {
        sed -n '1,/"baseline"/p' protocols/bench/stash_apps_tiny.json |
            sed 's/"cores": 2, "threads": 2/"cores": 1, "threads": 1/; s/"baseline": "Scratch"/"baseline": "Stash"/; s,"\.\./schema,"../../../protocols/schema,'
        echo '  "protocols": ['
        grep '"name": "Stash",' protocols/bench/stash_apps_tiny.json | sed "s,\"table\": \"stash\",\"table\": \"$out/next.json\",; s/,\$//"
        echo '  ],'
        sed -n '/"workloads"/,/^  \]/p' protocols/bench/stash_apps_tiny.json | sed '$s/,$//'
        echo '}'
    } >"$out/next_apps.json"
    build/cohgen bench "$out/next_apps.json" -o "$out/next" >"$out/next.out" 2>"$out/next.err"
    [ $? -eq 1 ] || echo "exit status is not 1" >"$bad"
    for name in LUD SGEMM Stencil Pathfinder; do
        grep -q "^FAILED  *$name, Stash, seed 1: word [0-9]* of array [0-9] is " "$out/next.err" || echo "$name: $(tail -n 5 "$out/next.err")" >>"$bad"
    done
    check "... and in each application" "$bad"
fi

# ------------------------------------------------------------------------------------------------ every bench, once
# Points with slots, lines and caches as no other test has them: whatever fails here, five seeds would find hours later.
if full; then
    for b in sharing graphs relaxed spacing drf fifos quickrelease stash stash_apps stash_prefetch; do
        : >"$bad"
        build/cohgen bench "$b" --seeds 1 -o "$out/each_$b" -q >/dev/null 2>"$out/each_$b.err" || { grep '^FAILED' "$out/each_$b.err" || tail -n 5 "$out/each_$b.err"; } >"$bad"
        # What has no end is what this bench is to show: attempts at a semaphore, with less than 16 cycles between them, by DeNovoA.
        if [ "$b" = spacing ]; then
            printf 'FAILED  spacing %d, dd0, seed 1: not done after max_cycles = 1000000 cycles\n' 0 1 4 8 | diff - "$bad" >"$bad.differ"
            mv "$bad.differ" "$bad"
            check "spacing: every program with the first seed passes, but for four that have no end" "$bad"
            continue
        fi
        check "$b: every program passes with the first seed" "$bad"
    done
fi

total
