#!/bin/sh
# The parts of rtl/: linted (lint.sh), then each against its reference model in C, cycle by cycle with random inputs,
# in one simulation. Then once more with all outputs inverted, which every model must notice; copies of parts with faults
# (faults.sh); and what is tried exhaustively (exhaustive/). With FULL=1 the parts of a stash and of structures step 1,000,000 cycles.
# run.sh [build folder] [seed]; the last line is 'N passed, N failed'.
set -u
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${1:-build/parts}"
build=$(cd "${1:-build/parts}" && pwd)
seed=${2:-1}
cd "$here/../.." || exit
. tests/house/lib.sh

# All of it is kept as one pass: every test is about the same files.
key="$(digest rtl tests/parts) $(versions verilator yosys iverilog gcc) $seed ${FULL:-0}"
if kept "$key" "$build/verdicts"; then
    grep '^ok ' "$build/verdicts"
    sed -n 's/^\([0-9]*\) passed, 0 failed$/ok   all of these (kept, \1)/p' "$build/verdicts"
    tail -n 1 "$build/verdicts"
    exit
fi

"$here/lint.sh" >"$build/lint.log" || grep -v passed "$build/lint.log"

objects=
for c in "$here"/*.c; do
    o=$build/$(basename "$c" .c).o
    gcc -std=c17 -Wall -Wextra -Werror -O2 -c -o "$o" "$c" || { echo "0 passed, 1 failed"; exit 1; }
    objects="$objects $o"
done

# simulator FOLDER MACRO...: it runs for seconds, so what the compiler does less counts for more.
simulator() {
    folder=$build/$1
    shift
    rm -f "$folder/parts" # the models are linked anew: to Verilator's makefile they are no prerequisites
    # shellcheck disable=SC2086
    MAKEFLAGS="-- OPT_FAST=-Og OPT_SLOW=-O0 OPT_GLOBAL=-Og" verilator --binary --assert -DCOHGEN_ASSERT "$@" -Wno-fatal -O3 -j 2 --Mdir "$folder" --top-module parts_tb \
        -y "$here/../../rtl" "$here/parts_tb.sv" "$here"/tb_*.sv $objects -o parts >"$build/build.log" 2>&1 ||
        { tail -n 20 "$build/build.log"; echo "0 passed, 1 failed"; exit 1; }
}
simulator sim

"$build/sim/parts" "+seed=$seed" >"$build/run.log" 2>&1 || echo "FAIL the simulation stopped" >>"$build/run.log"
"$build/sim/parts" "+seed=$seed" +cycles=200 +spoil >"$build/spoil.log" 2>&1
if grep -q '^ok ' "$build/spoil.log" || ! grep -q '^FAIL ' "$build/spoil.log"; then
    echo "FAIL inverted outputs pass:"
    grep '^ok ' "$build/spoil.log"
else
    echo "ok   inverted outputs fail in every instance"
fi >"$build/spoil.verdict"

# Each fault is a module of its own to compile.
: >"$build/faults.verdict"
if full; then "$here/faults.sh" "$build/faults" >"$build/faults.verdict"; fi

# Bits of an address for which all mappings are tried, and of a divisor for which all are.
if full; then reach="10 30"; else reach="9 18"; fi
gcc -std=c17 -Wall -Wextra -Werror -O2 -o "$build/stash" "$here/exhaustive/stash.c" "$here/stash_math.c" &&
    "$build/stash" $reach >"$build/exhaustive.log" 2>&1 && ok=ok || ok=FAIL
if [ $ok = ok ]; then echo "ok   all mappings of a stash: $(tail -n 1 "$build/exhaustive.log")"
else
    echo "FAIL all mappings of a stash"
    grep '^FAIL' "$build/exhaustive.log"
fi >"$build/exhaustive.verdict"
long=
if full; then
    long=$build/long.log
    for only in stash vp_map scratch_dma transfer join gather cam ring tlb cache_walk; do
        "$build/sim/parts" "+seed=$seed" +cycles=1000000 +only=$only || echo "FAIL the simulation of $only stopped"
    done >"$long" 2>&1
    # What an edge sees of rows that are latches (rtl/cohgen_row.sv).
    simulator rows -DCOHGEN_LATCHES -DCOHGEN_OPEN_ROWS
    "$build/rows/parts" "+seed=$seed" 2>&1 | sed 's/^ok .*/&, rows open/' >>"$long"
fi

verdicts() { cat "$build/run.log" $long "$build/spoil.verdict" "$build/faults.verdict" "$build/exhaustive.verdict"; }
count() { verdicts | grep -cE "$1"; }
sum() { sed -n "s/^\([0-9]*\) passed, \([0-9]*\) failed$/\\$1/p" "$build/lint.log"; }
passed=$(($(sum 1) + $(count '^ok ')))
failed=$(($(sum 2) + $(count '^FAIL |Error:')))
{
    verdicts | grep -E '^ok |^FAIL |Error|error'
    total
} >"$build/verdicts"
cat "$build/verdicts"
if [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]; then keep "$key" "$build/verdicts"; fi
[ "$failed" -eq 0 ]
