#!/bin/bash
# What docs/ports.md says of a system's ports, tried: the worked example docs/examples/core_port.sv on the core ports of two
# generated systems, one whose table has no rules for fences and one that has some, and with FULL=1 one that has rules for acquires
# and releases; and one that has loads only.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
scratch
whole "$(digest build/cohgen protocols rtl docs/examples tests/ports) $(versions verilator yosys) $tiny ${FULL:-0}"

# build PROTOCOL...: one model of both.sv. Both systems have the same parts.
build() {
    for protocol; do
        # shellcheck disable=SC2086
        build/cohgen gen "$protocol" $tiny -q -o "$tmp/$protocol" || return
        sed "s,^,$protocol/," "$tmp/$protocol/$protocol.f"
    done | awk -F/ '!seen[$2]++' >"$tmp/both.f"
    (cd "$tmp" && verilator --binary --timing -Wno-fatal -Wno-lint --assert -DCOHGEN_ASSERT -CFLAGS -O0 --top-module both --Mdir obj \
        $third -f both.f "$OLDPWD/docs/examples/core_port.sv" "-I$OLDPWD/tests/ports" "$OLDPWD"/tests/ports/{axi_bus,axi_ram,both}.sv) >"$tmp/log" 2>&1 ||
        fail "Verilator" "$(tail -n 5 "$tmp/log")"
}

try() {
    "$tmp/obj/Vboth" "+$1" >"$tmp/out" 2>&1
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
# A system whose table has an event for loads only; asks OPERATION TEXT: what is said when core 0 asks for that.
no_event() {
    # shellcheck disable=SC2086
    build/cohgen gen docs/examples/msi_loads.json $tiny -q -o "$tmp/msi" || return
    (cd "$tmp/msi" && verilator --binary --timing -Wno-fatal -Wno-lint --assert -DCOHGEN_ASSERT -CFLAGS -O0 --top-module no_event \
        --Mdir ../loads -f msi.f "$OLDPWD/tests/ports/no_event.sv") >"$tmp/log" 2>&1 ||
        fail "Verilator, loads only" "$(tail -n 5 "$tmp/log")"
}

asks() {
    "$tmp/loads/Vno_event" "+op=$1" >"$tmp/out" 2>&1
    if grep -q "$2" "$tmp/out"; then ok "loads only: operation $1: $2"
    else fail "loads only: operation $1: $2" "$(tail -n 5 "$tmp/out")"; fi
}

no_event
asks 0 'nothing said'
asks 1 'core_operation: core port 0: operation 1, and the table has no event for: store, atomic'
asks 2 'core_operation: core port 0: operation 2, and the table has no event for: store, atomic'
asks 3 'nothing said'
protocols='mesi rcc_wo' third=
if full; then protocols="$protocols dd" third=-DTHIRD; fi
# shellcheck disable=SC2086
build $protocols
for protocol in $protocols; do try "$protocol"; done
total
