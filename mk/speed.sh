#!/bin/bash
# The figures that cohgen is held to, measured here and now: make speed. Nothing is passed or failed.
set -u
cd "$(dirname "$0")/.."
. mk/json.sh
protocol=${1:-rcc}
ops=${OPS:-200000} runs=${RUNS:-5}
out=out/speed
rm -rf "$out"
mkdir -p "$out"
row() { printf '%-52s %14s   %s\n' "$1" "$2" "${3:-}"; }
sim() {
    report=$out/$1.json
    shift
    build/cohgen sim "$protocol" "$@" --no-rerun --report "$report" >"$out/log" 2>&1 || {
        tail -n 5 "$out/log"
        exit 1
    }
}
# The median of the runs' rates.
median() {
    for f in "$out/$1".[0-9]*.json; do json "$f" "$2"; done | sort -n |
        awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}
speed() { row "$1" "$(grouped "$(median "$2" operations_per_second)") op/s" \
    "$(grouped "$(median "$2" cycles_per_second)") cycles/s"; }

build/cohgen gen "$protocol" -o "$out/$protocol" --json >"$out/gen.json"
row "generation" "$(awk -v a="$(json "$out/gen.json" milliseconds read)" -v b="$(json "$out/gen.json" milliseconds plan)" \
    -v c="$(json "$out/gen.json" milliseconds emit)" 'BEGIN { printf "%.1f", a + b + c }') ms" "aim: under 100 ms"

sim throughput -w throughput
for m in hit_rate hit_latency_min hit_latency_mean hit_latency_max misses_in_flight hits_under_misses \
    one_home_atomic_rate all_homes_atomic_rate all_homes_store_rate; do
    row "$m" "$(fixed 3 "$(json "$out/throughput.json" measures $m value)")" \
        "$(json "$out/throughput.json" measures $m unit)"
done

# In turn, so that a machine that becomes slower does so for all.
for ((i = 1; i <= runs; i++)); do
    sim checked.$i --point stress -w random -n "$ops"
    sim lockstep.$i --point stress -w random -n "$ops" --no-oracle
    sim bare.$i --point stress -w random -n "$ops" --no-oracle --no-lockstep
done
echo "by processor time, the median of $runs runs of $(grouped "$ops") random operations:"
speed "both golden models" checked
speed "... lockstep only" lockstep
speed "... neither" bare
row "both on, of the speed with both off" "$(awk -v a="$(median checked cycles_per_second)" \
    -v b="$(median bare cycles_per_second)" 'BEGIN { printf "%.0f", 100 * a / b }')%" "aim: at least 60%"

echo
build/cohgen judge --bench "$ops" | grep -E '/s|:$'
