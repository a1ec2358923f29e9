#!/bin/bash
# cohgen bench on its smallest description (protocols/bench/tiny.json): runs, tables, figures, what is kept, what fails.
# Needs build/cohgen and gnuplot; the models of --point small are built in the cache.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
. mk/json.sh
simulation rcc
whole "$simulated $(digest protocols) $(versions gnuplot xmllint)"
results bench
export NO_COLOR=1

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

: >"$bad"
sed 's/spread time/spread tome/' "$out/marks.md" >"$out/wrong.md"
cp "$out/wrong.md" "$out/before.md"
build/cohgen bench --kept "$kept" --into "$out/wrong.md" -q 2>"$out/wrong.err"
[ $? -eq 2 ] || echo "exit status is not 2" >"$bad"
grep -q "wrong.md:3: one metric of a bench is wanted behind 'spread'" "$out/wrong.err" || cat "$out/wrong.err" >>"$bad"
diff "$out/before.md" "$out/wrong.md" >>"$bad"
check "a mark that asks for nothing is bad input, and the document stays" "$bad"

# ------------------------------------------------------------------------------------------------- our documents
# Figures of benches in them are those of docs/results, with the marks that the tables ask for now.
for f in docs/results/bench-*.json; do
    [ -f "$f" ] || continue
    for d in $(grep -l '<!-- bench ' README.md docs/*.md); do
        cp "$d" "$out/$(basename "$d")"
        build/cohgen bench --kept "$f" -q --into "$out/$(basename "$d")" </dev/null || echo "$f, $d: exit status $?"
        diff -q "$d" "$out/$(basename "$d")" >/dev/null || echo "$d has other figures or marks than $f: make figures"
    done
done >"$bad" 2>&1
check "figures in documents are those kept, and marked" "$bad"
total
