#!/bin/bash
# What docs/ports.md says of a system's ports, tried: the worked example docs/examples/core_port.sv on the core ports of two
# generated systems, one whose table has no rules for fences and one that has some, and with FULL=1 one that has rules for acquires
# and releases; and one that has loads only.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
scratch
whole "$(digest build/cohgen protocols rtl docs/examples tests/ports) $(versions verilator yosys) $tiny ${FULL:-0}"

# simulator ARGUMENTS...: what Verilator makes, as fast as it can: the runs have a few thousand cycles. One file, without the
# optimiser, which -CFLAGS does not reach.
simulator() {
    MAKEFLAGS="-- VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" verilator --binary --timing --output-split 0 \
        -Wno-fatal -Wno-lint --assert -DCOHGEN_ASSERT "$@"
}

# build PROTOCOL...: one model of both.sv. Both systems have the same parts.
build() {
    for protocol; do
        # shellcheck disable=SC2086
        build/cohgen gen "$protocol" $tiny -q -o "$tmp/$protocol" || return
        sed "s,^,$protocol/," "$tmp/$protocol/$protocol.f"
    done | awk -F/ '!seen[$2]++' >"$tmp/both.f"
    (cd "$tmp" && simulator --top-module both --Mdir obj \
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
# asker TABLE NAME [FLAGS]: a system of which core 0 asks something. asks NAME ARGUMENTS TEXT WHAT: with these arguments that is said.
asker() {
    # shellcheck disable=SC2086
    build/cohgen gen "$1" $tiny -q -o "$tmp/$2" || return
    (cd "$tmp/$2" && simulator --top-module asks \
        "-DSYSTEM=$2_system" "-DPKG=$2_pkg" ${3:-} --Mdir "../asks_$2" -f "$2.f" "$OLDPWD/tests/ports/asks.sv") >"$tmp/log" 2>&1 ||
        fail "Verilator, $2" "$(tail -n 5 "$tmp/log")"
}

asks() {
    # shellcheck disable=SC2086
    "$tmp/asks_$1/Vasks" $2 >"$tmp/out" 2>&1
    if grep -q "$3" "$tmp/out"; then ok "$4"
    else fail "$4" "$(tail -n 5 "$tmp/out")"; fi
}

missing='and the table has no event for: store, atomic'
asker docs/examples/msi_loads.json msi
asks msi +op=0 'nothing said' 'loads only: a load'
asks msi +op=1 "core_operation: core port 0: operation 1, $missing" 'loads only: a store'
asks msi +op=2 "core_operation: core port 0: operation 2, $missing" 'loads only: an atomic'
asks msi +op=3 'nothing said' 'loads only: a fence'

# Marks: 1 acquire, 2 release, 4 local.
refused='core port: the consistency model knows no such operation'
asker gh gh -DMARKS=3
asks gh '+op=0 +marks=0' 'nothing said' 'marks: a plain load'
asks gh '+op=2 +marks=0' 'nothing said' 'marks: a plain atomic'
asks gh '+op=2 +marks=7' 'nothing said' 'marks: a local atomic that acquires and releases'
asks gh '+op=0 +marks=4' "$refused" 'marks: a local load is refused'
asks gh '+op=1 +marks=2' "$refused" 'marks: a store that releases is refused: the table synchronizes by atomics'
asks gh '+op=3 +marks=4' "$refused" 'marks: a local fence is refused'

# Assertions of what ships that no core can break: faults are planted into gd, one of which is switched on in a run. 300 cycles
# stand for the 2^20 within which requests are answered.
planted() {
    # shellcheck disable=SC2086
    build/cohgen gen gd $tiny -q -o "$tmp/gd" || return
    (cd "$tmp/gd" &&
        sed -i 's/PortWithin = [0-9]*/PortWithin = 300/' gd_system.sv &&
        sed -i "s/entry_age <= 32'd[0-9]*/entry_age <= 32'd250/" gd_l1.sv &&
        sed -i 's/assign core_resp_valid_o = (/assign core_resp_valid_o = asserts.which == 1 || (/' gd_l1.sv &&
        sed -i 's/assign pop_data_o   = mem_q\[rptr_q\];/assign pop_data_o = mem_q[rptr_q] + Width'"'"'(asserts.which == 2 \&\& asserts.tick);/' cohgen_fifo.sv &&
        sed -i "s/even_q <= 9'd0;/even_q <= asserts.which == 3 ? '1 : 9'd0;/" gd_l1.sv &&
        sed -i "s/assign mshr_wdata = {mshr_pending_d,/assign mshr_wdata = {asserts.which == 6 ? 5'd0 : mshr_pending_d,/" gd_l1.sv &&
        sed -i 's/assign full = \(.*\);/assign full = asserts.which == 5 || (asserts.which != 3 \&\& (\1));/' gd_l1_table.sv &&
        sed -i 's/\(assign m_axi_araddr_o *= \)\(.*\);/\1(\2) + AddrBits'"'"'(asserts.which == 4 \&\& asserts.tick);/' cohgen_axi_port.sv &&
        [ "$(grep -l 'asserts\.which\|PortWithin = 300' ./*.sv | wc -l)" = 5 ] && [ "$(grep -c 'asserts.which\|32.d250' gd_l1.sv)" = 4 ] &&
        simulator --top-module asserts \
            --Mdir ../asserts -f gd.f "$OLDPWD/tests/ports/asserts.sv") >"$tmp/log" 2>&1 ||
        fail "Verilator, planted faults" "$(tail -n 5 "$tmp/log")"
}
# says FAULT OPERATION TEXT WHAT: with that fault
says() {
    "$tmp/asserts/Vasserts" "+which=$1" "+op=$2" >"$tmp/out" 2>&1
    if grep -q "$3" "$tmp/out"; then ok "assertions: $4"
    else fail "assertions: $4" "$(tail -n 5 "$tmp/out")"; fi
}

planted
says 0 1 'the queue waits' "none fails without a fault"
says 1 1 'core_answer_asked: core port [01]: an answer for thread 0, which waits for none' "an answer that nobody asked for"
says 2 1 'what was offered has changed before it was taken' "a queue's head changes"
says 3 1 'gd.l1.I.store.[0-9]: a value does not fit in 9 bits' "a value does not fit"
says 4 0 'AR changed before it was taken' "a read's address changes"
says 5 1 'core_answer_comes: core port 0: thread 0 waits for an answer, 30[0-9] cycles so far' "a request is never answered"
says 6 0 "invariant_asked: gd.l1: the table's invariant asked does not hold, line 0" "an invariant of the table"
says 0 0 'entry_released: gd.l1: MSHR entry 0, of 2, has been in use for 25[0-9] cycles' "an MSHR entry is not given back"

protocols='mesi rcc_wo' third=
if full; then protocols="$protocols dd" third=-DTHIRD; fi
# shellcheck disable=SC2086
build $protocols
for protocol in $protocols; do try "$protocol"; done
total
