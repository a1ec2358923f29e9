#!/bin/bash
# The generated SystemVerilog, at several design points: no warning from verilator -Wall, as it is shipped and with the
# trace, the assertions and the steering, and Yosys reads it and finds nothing undriven, multiply driven or circular. At
# points of a list that begin with 'verilator' Yosys is left out. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
cohgen=$PWD/build/cohgen
steered=$(echo "$PWD"/tb/cohgen_steer_*.sv)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export MAKEFLAGS=

# lint TABLE [verilator] ARGUMENTS: quiet when all is well
lint() {
    table=$1 name=$(basename "$1" .json)
    shift
    set -- $*
    yosys=yes
    if [ "${1:-}" = verilator ]; then yosys='' && shift; fi
    # shellcheck disable=SC2086
    "$cohgen" gen "$table" $* -q -o "$tmp/d" || return
    cd "$tmp/d" || return
    for macros in '' "-DCOHGEN_TRACE -DCOHGEN_ASSERT -DCOHGEN_STEER $steered"; do
        # shellcheck disable=SC2086
        verilator --lint-only -Wall $macros -f "$name.f" --top-module "${name}_system"
    done
    [ -n "$yosys" ] || return
    # That it makes registers of a small array is no complaint.
    yosys -q -p "read_verilog -sv $(tr '\n' ' ' <"$name.f"); hierarchy -check -top ${name}_system; proc; check -assert" \
        2>&1 | grep -v '^Warning: Replacing memory .* with list of registers'
}

# Protocols with points of their own (protocols.list); all others at all of points.list.
for table in protocols/*.json; do
    name=$(basename "$table" .json)
    if simulated_only "$table" || grep -q "^$name " tests/lint/protocols.list; then continue; fi
    while read -r arguments; do
        case $arguments in '#'*) continue ;; esac
        (lint "$name" "$arguments") >"$tmp/out" 2>&1 </dev/null
        check "$name $arguments" "$tmp/out"
    done <tests/lint/points.list
done
while read -r name arguments; do
    case $name in '' | '#'*) continue ;; esac
    (lint "$name" "$arguments") >"$tmp/out" 2>&1 </dev/null
    check "$name $arguments" "$tmp/out"
done <tests/lint/protocols.list
while read -r table arguments; do
    case $table in '' | '#'*) continue ;; esac
    (lint "tests/tables/$table" "$arguments") >"$tmp/out" 2>&1 </dev/null
    check "$table $arguments" "$tmp/out"
done <tests/lint/tables.list
total
