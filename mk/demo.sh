#!/bin/bash
# The main job on one page: RCC from its table to checked hardware with an area number. Every number is measured by this
# run. `make demo` calls it after the build. A protocol of another name may be given: mk/demo.sh NAME.
set -u
cd "$(dirname "$0")/.."
. mk/json.sh
protocol=${1:-rcc}
cohgen=build/cohgen
out=out/demo
mkdir -p "$out"
began=$(date +%s)
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    bold=$'\e[1m' dim=$'\e[2m' green=$'\e[32m' red=$'\e[31m' plain=$'\e[0m'
else
    bold='' dim='' green='' red='' plain=''
fi

step() { printf '\n%s%s%s  %s%s%s\n' "$bold" "$1" "$plain" "$dim" "$2" "$plain"; }
good() { printf '  %sok%s    %s\n' "$green" "$plain" "$*"; }
die() {
    printf '  %sFAIL%s  %s\n' "$red" "$plain" "$1"
    [ -n "${2:-}" ] && tail -n 20 "$2"
    [ -n "${area_pid:-}" ] && kill "$area_pid" 2>/dev/null
    exit 1
}
row() { printf '  %-46s %16s   %s\n' "$1" "$2" "${3:-}"; }

# Runs a workload: sim FILE ARGS..., its report in $out/FILE.json.
sim() {
    name=$1
    shift
    $cohgen sim "$protocol" "$@" --report "$out/$name.json" --coverage "$out/coverage.json" >"$out/$name.txt" ||
        die "$name" "$out/$name.txt"
}
passed() {
    good "$(json "$out/$1.json" workload), seed $(json "$out/$1.json" seed):" \
        "$(grouped "$(json "$out/$1.json" operations total)") operations," \
        "$(grouped "$(json "$out/$1.json" lockstep transitions)") transitions in lockstep, nothing wrong"
}

# ------------------------------------------------------------------------------------------------------------- steps
rm -f "$out/coverage.json"
step "1. Generate" "cohgen gen $protocol -o $out/$protocol"
$cohgen gen "$protocol" -o "$out/$protocol" || exit 1
$cohgen gen "$protocol" -o "$out/$protocol" --json >"$out/gen.json" || exit 1

# Synthesis takes longest and one processor; it runs beside the rest.
$cohgen area "$protocol" --no-tree --json >"$out/area.json" 2>"$out/area.txt" &
area_pid=$!

step "2. Lint" "verilator --lint-only -Wall; yosys: read, hierarchy, proc, check"
(cd "$out/$protocol" && verilator --lint-only -Wall -f "$protocol.f" --top-module "${protocol}_system") \
    >"$out/lint.txt" 2>&1 || die "verilator -Wall" "$out/lint.txt"
[ -s "$out/lint.txt" ] && die "verilator -Wall warns" "$out/lint.txt"
good "verilator -Wall: no warning"
(cd "$out/$protocol" && yosys -q -p "read_verilog -sv $(tr '\n' ' ' <"$protocol.f");
    hierarchy -check -top ${protocol}_system; proc; check -assert") >"$out/yosys.txt" 2>&1 ||
    die "yosys" "$out/yosys.txt"
good "yosys: reads it, nothing undriven, no loops"

step "3. Check the table" "cohgen check $protocol: every behaviour in small systems (Murphi, rumur)"
$cohgen check "$protocol" --json -o "$out/check" >"$out/check.json" || die "check" "$out/check.json"
good "$(grep -c '"state_bits"' "$out/check.json") small systems explored whole: it holds"

for script in protocols/walkthroughs/"$protocol"_*.json; do
    [ -f "$script" ] || continue
    step "4. Walk through" "cohgen sim $protocol --script $script"
    sim walk --script "$script"
    grep -v '^  \(load\|store\|atomic\) ' "$out/walk.txt" | sed 's/^/  /'
    good "every register and lease as in the paper, read from the RTL in lockstep with the table"
done

step "5. Run workloads" "cohgen sim $protocol --workload random | bfs | throughput"
sim random --point stress --workload random --ops 200000
passed random
sim bfs --workload bfs -O scale=9
passed bfs
sim throughput --workload throughput
passed throughput

step "6. Measure area" "cohgen area $protocol --no-tree"
wait "$area_pid" || die "area" "$out/area.txt"
area_pid=
good "one controller of each machine through Yosys, OSU 0.18 um cells"

step "7. Measure speed" "the random tester again, nothing beside it, golden models on and off"
sim checked --point stress --workload random --ops 200000 --seed 2
$cohgen sim "$protocol" --point stress --workload random --ops 200000 --seed 2 --no-oracle --no-lockstep \
    --report "$out/bare.json" >"$out/bare.txt" || die "random, golden models off" "$out/bare.txt"
passed checked

# ----------------------------------------------------------------------------------------------------------- summary
ms=$(awk -v a="$(json "$out/gen.json" milliseconds read)" -v b="$(json "$out/gen.json" milliseconds plan)" \
    -v c="$(json "$out/gen.json" milliseconds emit)" 'BEGIN { print a + b + c }')
value() { json "$out/throughput.json" measures "$1" value; }
checked=$(json "$out/checked.json" operations_per_second) bare=$(json "$out/bare.json" operations_per_second)
share=$(awk -v a="$checked" -v b="$bare" 'BEGIN { print 100 * a / b }')

printf '\n%s%s: summary%s\n' "$bold" "$($cohgen list | sed -n "s/^  $protocol  *//p" | head -1)" "$plain"
row "from table to SystemVerilog" "$(fixed 1 "$ms") ms"
for m in $(sed -n 's/^    "\([a-z0-9_]*\)":{*$/\1/p; s/^    "\([a-z0-9_]*\)": *{$/\1/p' "$out/gen.json" | sort -u); do
    row "$m: states / transitions" \
        "$(json "$out/gen.json" "$m" states) / $(json "$out/gen.json" "$m" transitions)" \
        "the paper: $(json "$out/gen.json" "$m" paper_states) / $(json "$out/gen.json" "$m" paper_transitions)"
done
row "states explored of the table" "$(grouped "$(sed -n 's/^ *"states": *\([0-9]*\).*/\1/p' "$out/check.json" |
    awk '{ n += $1 } END { print n }')")" "in $(grep -c '"state_bits"' "$out/check.json") small systems, all of each"
row "hits of one L1" "$(fixed 3 "$(value hit_rate)") a cycle" "latency from $(fixed 0 "$(value hit_latency_min)") cycles"
row "misses of one L1 in flight" "$(fixed 0 "$(value misses_in_flight)") lines" \
    "hits answered under them: $(fixed 0 "$(value hits_under_misses)")"
row "atomics on hits of one L2 partition" "$(fixed 3 "$(value one_home_atomic_rate)") a cycle"
row "random tester, both golden models on" "$(grouped "$checked") op/s" \
    "$(grouped "$(json "$out/checked.json" cycles_per_second)") cycles/s"
row "random tester, both golden models off" "$(grouped "$bare") op/s" \
    "$(grouped "$(json "$out/bare.json" cycles_per_second)") cycles/s, by processor time: on is $(fixed 0 "$share")% of off"
row "rules fired in these runs" "$(json "$out/coverage.json" rules_fired) of $(json "$out/coverage.json" rules)" \
    "guards seen both ways: $(json "$out/coverage.json" guards_toggled) of $(json "$out/coverage.json" guards)"
for m in $(sed -n '/"machines"/,$s/^    "\([a-z0-9_]*\)": *{$/\1/p' "$out/area.json"); do
    row "$m, one controller" "$(fixed 1 "$(json "$out/area.json" machines "$m" kge)") kGE" \
        "$(grouped "$(json "$out/area.json" machines "$m" flops)") flip-flops, $(grouped \
            "$(json "$out/area.json" machines "$m" um2)") um2, $(fixed 2 \
            "$(json "$out/area.json" machines "$m" ns)") ns, SRAM $(grouped \
            "$(json "$out/area.json" machines "$m" sram_bits)") bits"
done
printf '  %s%d s; reports and logs in %s%s\n' "$dim" $(($(date +%s) - began)) "$out" "$plain"
