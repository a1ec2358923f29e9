#!/bin/bash
# What docs/ports.md says of a system's ports, tried: the worked example docs/examples/core_port.sv on the core ports of two
# generated systems, one whose table has no rules for fences and one that has some.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
whole "$(digest build/cohgen protocols rtl docs/examples tests/ports) $(versions verilator yosys) $tiny"

# try PROTOCOL CYCLES: CYCLES is what a fence takes that need not wait.
try() {
    # shellcheck disable=SC2086
    build/cohgen gen "$1" $tiny -q -o "$tmp/$1" || return
    if ! (cd "$tmp/$1" && verilator --binary --timing -Wno-fatal -Wno-lint --assert -DCOHGEN_ASSERT -DPKG="$1_pkg" \
        -DSYSTEM="$1_system" -DFENCE="$2" -CFLAGS -O0 --top-module ports_tb --Mdir obj -f "$1.f" \
        "$OLDPWD/docs/examples/core_port.sv" "$OLDPWD"/tests/ports/*.sv) >"$tmp/log" 2>&1; then
        fail "$1: Verilator" "$(tail -n 5 "$tmp/log")"
        return
    fi
    "$tmp/$1/obj/Vports_tb" >"$tmp/out" 2>&1
    grep -q '^[0-9]* passed, [0-9]* failed$' "$tmp/out" || fail "$1: the simulation broke off" "$(tail -n 5 "$tmp/out")"
    while read -r verdict what; do
        case $verdict in
        ok) ok "$1: $what" ;;
        FAIL) fail "$1: $what" ;;
        esac
    done <"$tmp/out"
}

verilator --lint-only -Wall docs/examples/core_port.sv >"$tmp/lint" 2>&1
check "the example lints without a warning" "$tmp/lint"
yosys -q -p "read_verilog -sv docs/examples/core_port.sv; hierarchy -check -top core_port; proc; check -assert" >"$tmp/lint" 2>&1 ||
    echo "yosys failed" >>"$tmp/lint"
check "Yosys reads it" "$tmp/lint"
try mesi 2
try rcc_wo 3
total
