#!/bin/sh
# Every part of rtl/ through the three front ends, at several parameter values:
#   Verilator -Wall without waivers, with and without the assertions; Yosys; Icarus Verilog.
# Verilator with the assertions at all of them, the others at the first, with FULL=1 at all. Parts that have rows of storage once
# more with latches for these.
# Prints one line per failure and 'N passed, N failed'.
# Parameters are words of unquoted variables here.
# shellcheck disable=SC2086,SC1091
set -u
rtl=$(cd "$(dirname "$0")/../../rtl" && pwd)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0
failed=0

ok() {  # command...
    if "$@" >"$log" 2>&1 && ! grep -E 'Warning|sorry' "$log" | grep -v 'Replacing memory' | grep -q .; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $*"
        head -5 "$log"
    fi
}

lint() {  # module, parameter sets ('A=1 B=2', comma between sets)
    # A module that is there with latches only begins behind the macro.
    sed '/^module/q' "$rtl/$1.sv" | grep -q '^`ifdef COHGEN_LATCHES' || lint_form "$1" "$2" ''
    ! grep -q '^`ifn*def COHGEN_LATCHES' "$rtl/$1.sv" || lint_form "$1" "$2" -DCOHGEN_LATCHES
}

lint_form() {  # module, parameter sets, macro
    module=$1
    rest=$2,
    macro=$3
    first=yes
    while [ -n "$rest" ]; do
        set=${rest%%,*}
        rest=${rest#*,}
        v='' y='' i=''
        for p in $set; do
            v="$v -G$p"
            y="$y -set ${p%=*} ${p#*=}"
            i="$i -P$module.$p"
        done
        ok verilator --lint-only -Wall $macro -DCOHGEN_ASSERT --assert $v -y "$rtl" "$rtl/$module.sv"
        [ -z "$first" ] && [ "${FULL:-0}" = 0 ] && continue
        first=
        ok verilator --lint-only -Wall $macro $v -y "$rtl" "$rtl/$module.sv"
        # The hierarchy reads the parts that this one is made of, and no others.
        ok yosys -q -p "verilog_defaults -add -sv $macro; read_verilog -defer $rtl/$module.sv; chparam $y $module;
            hierarchy -check -libdir $rtl -top $module; proc; check -assert"
        ok iverilog -g2012 $macro $i -s "$module" -y "$rtl" -Y .sv -o /dev/null "$rtl/$module.sv"
    done
}

. "$(dirname "$0")/lint.list"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
