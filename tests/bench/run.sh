#!/bin/bash
# cohgen bench on its smallest description (protocols/bench/tiny.json): runs, tables, figures, what is kept, what fails.
# Needs build/cohgen and gnuplot; the model of --point small is built in the cache.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
. mk/json.sh
out=build/test/bench
rm -rf "$out"
mkdir -p "$out"
bad=$out/bad
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

# Each workload and protocol once, each a pass, and times that are not nothing.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $(at["verdict"]) != "pass" || $(at["time"]) + 0 < 100 || $(at["traffic"]) + 0 < 10 { print }
    { seen[$1 " " $3]++ }
    END { for (k in seen) if (seen[k] != 1) print k, seen[k]; if (!("hash_table rcc" in seen)) print "no hash_table" }' \
    "$out/tiny/bench.csv" >"$bad"
check "the table of the runs is whole" "$bad"

: >"$bad"
grep -qE "^hash_table  +[0-9]+" "$out/first" || echo "no line of hash_table" >"$bad"
check "the terminal shows them" "$bad"

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
sed 's/"seeds"/"harness": {"max_cycles": 2000}, "seeds"/; s/"\.\.\/schema/"..\/..\/..\/protocols\/schema/' \
    protocols/bench/tiny.json >"$out/late.json"
: >"$bad"
build/cohgen bench "$out/late.json" -o "$out/late" >"$out/late.out" 2>"$out/late.err"
[ $? -eq 1 ] || echo "exit status is not 1" >"$bad"
grep -q 'FAILED .*not done after max_cycles' "$out/late.err" || echo "it does not say why" >>"$bad"
grep -q 'reproduce: cohgen sim .* -w hash_table' "$out/late.err" || echo "it does not say how to do it again" >>"$bad"
grep -q '"verdict":"fail"\|"verdict": "fail"' "$out/late/bench.json" || echo "the report does not know" >>"$bad"
check "a run that fails is exit 1" "$bad"
total
