#!/bin/bash
# The generated SystemVerilog, at several design points (points.list, protocols.list, tables.list): no warning from verilator
# -Wall, as it is shipped and with the trace, the assertions and the steering, and Yosys reads it and finds nothing undriven,
# multiply driven or circular. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
cohgen=$PWD/build/cohgen
steered=$(echo "$PWD"/tb/cohgen_steer_*.sv)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export MAKEFLAGS=
# shellcheck disable=SC2086
tools="$(versions verilator yosys) $(digest $steered)"

# The design in $tmp/d: quiet when all is well.
read_by_verilator() {
    cd "$tmp/d" || return
    for macros in '' "--assert -DCOHGEN_TRACE -DCOHGEN_ASSERT -DCOHGEN_QUICK -DCOHGEN_STEER $steered"; do
        # shellcheck disable=SC2086
        verilator --lint-only -Wall $macros -f "$1.f" --top-module "$1_system"
    done
}
read_by_yosys() {
    cd "$tmp/d" || return
    # That it makes registers of a small array is no complaint.
    yosys -q -p "read_verilog -sv $(tr '\n' ' ' <"$1.f"); hierarchy -check -top $1_system; proc; check -assert" 2>&1 |
        grep -v '^Warning: Replacing memory .* with list of registers'
}
read_design() {
    (read_by_verilator "$1")
    if [ -n "$2" ]; then (read_by_yosys "$1"); fi
}

# lint TABLE [each] [full] [verilator] ARGUMENTS
lint() {
    local table=$1 name yosys=yosys
    name=$(basename "$1" .json)
    shift
    while :; do
        case ${1:-} in
        each) ;;
        full) full || return ;;
        verilator) yosys='' ;;
        *) break ;;
        esac
        shift
    done
    rm -rf "$tmp/d"
    if ! "$cohgen" gen "$table" "$@" -q -o "$tmp/d" >"$tmp/out" 2>&1 </dev/null; then
        fail "$name $*" "$(cat "$tmp/out")"
        return
    fi
    once "$name $*" "$tools $yosys $(digest "$tmp/d")" read_design "$name" "$yosys"
}

# at TABLE PATTERN: the lines of points.list that have it
at() {
    while read -r point; do
        # shellcheck disable=SC2086
        lint "$1" $point
    done < <(sed '/^#/d; /^$/d' tests/lint/points.list | grep -- "$2")
}

for table in protocols/*.json; do
    name=$(basename "$table" .json)
    if ! simulated_only "$table" && ! grep -q "^$name " tests/lint/protocols.list; then at "$name" '\<each\>'; fi
done
while read -r name point; do
    # shellcheck disable=SC2086
    case $name in
    '' | '#'*) ;;
    *)
        if [ "$point" != '*' ]; then lint "$name" $point; else
            lint "$name"
            at "$name" .
        fi
        ;;
    esac
done <tests/lint/protocols.list
while read -r table point; do
    # shellcheck disable=SC2086
    case $table in '' | '#'*) ;; *) lint "tests/tables/$table" $point ;; esac
done <tests/lint/tables.list
total
