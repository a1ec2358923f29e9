#!/bin/bash
# The figures that cohgen is held to, measured here and now: make speed. Nothing is passed or failed.
set -u
cd "$(dirname "$0")/.."
. mk/json.sh
protocol=${1:-rcc}
ops=${OPS:-1000000}
out=out/speed
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
speed() { row "$1" "$(grouped "$(json "$2" operations_per_second)") op/s" \
    "$(grouped "$(json "$2" cycles_per_second)") cycles/s"; }

build/cohgen gen "$protocol" -o "$out/$protocol" --json >"$out/gen.json"
row "generation" "$(awk -v a="$(json "$out/gen.json" milliseconds read)" -v b="$(json "$out/gen.json" milliseconds plan)" \
    -v c="$(json "$out/gen.json" milliseconds emit)" 'BEGIN { printf "%.1f", a + b + c }') ms" "aim: under 100 ms"

sim throughput -w throughput
for m in hit_rate hit_latency_min hit_latency_mean hit_latency_max misses_in_flight hits_under_misses \
    one_home_atomic_rate all_homes_atomic_rate all_homes_store_rate; do
    row "$m" "$(fixed 3 "$(json "$out/throughput.json" measures $m value)")" \
        "$(json "$out/throughput.json" measures $m unit)"
done

sim checked --point stress -w random -n "$ops"
sim lockstep --point stress -w random -n "$ops" --no-oracle
sim bare --point stress -w random -n "$ops" --no-oracle --no-lockstep
speed "random, $(grouped "$ops") operations, both golden models" "$out/checked.json"
speed "... lockstep only" "$out/lockstep.json"
speed "... neither" "$out/bare.json"
row "both on, of the speed with both off" "$(awk -v a="$(json "$out/checked.json" cycles_per_second)" \
    -v b="$(json "$out/bare.json" cycles_per_second)" 'BEGIN { printf "%.0f", 100 * a / b }')%" "aim: at least 60%"

echo
build/cohgen judge --bench "$ops" | grep -E '/s|:$'
