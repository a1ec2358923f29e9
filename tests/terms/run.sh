#!/bin/sh
# Sums, comparisons, max() and min() printed as note [terms] of gen/sv/terms.h says, against the same expressions printed
# as they are written: random ones, proved equal by Yosys and abc for all values. Then with a fault sown into what was printed,
# which must be found. Needs build/libcohgen.a.
# tests/terms/run.sh [SEED...]
set -u
cd "$(dirname "$0")/../.."
out=build/test/terms
mkdir -p "$out"
# shellcheck disable=SC2086
"${CC:-gcc}" -std=c17 -D_GNU_SOURCE -Wall -Wextra -Werror -o "$out/terms" tests/terms/terms.c build/libcohgen.a \
    $(pkg-config --libs json-c expat) -lm || { echo "0 passed, 1 failed"; exit 1; }

# equal FILE: proved, refuted, or what the tools said
equal() {
    yosys -q -p "read_verilog -sv rtl/cohgen_sum.sv $1; hierarchy -top terms; proc; flatten; opt -fast; techmap; opt -fast;
        aigmap; clean; write_aiger $1.aig" >"$1.log" 2>&1 && yosys-abc -q "read $1.aig; iprove" >>"$1.log" 2>&1
    if grep -q ^UNSATISFIABLE "$1.log"; then
        echo proved
    elif grep -q ^SATISFIABLE "$1.log"; then
        echo refuted
    else
        grep . "$1.log" | head -1
    fi
}

[ $# -gt 0 ] || set -- 1 2 3 4
for seed; do
    "$out/terms" "$seed" >"$out/$seed.sv"
    verdict=$(equal "$out/$seed.sv")
    if [ "$verdict" = proved ]; then
        echo "ok   seed $seed: $(grep -c 'wire.* terms' "$out/$seed.sv") expressions, $(grep -c 'cohgen_sum #' "$out/$seed.sv") sums"
    else
        echo "FAIL seed $seed: $verdict"
    fi
done >"$out/verdicts"

# sow NAME SED: into the first seed's module
sow() {
    sed "$2" "$out/$1.sv" >"$out/$1.$3.sv"
    if cmp -s "$out/$1.sv" "$out/$1.$3.sv"; then
        echo "FAIL $3: the fault changes nothing"
    elif [ "$(equal "$out/$1.$3.sv")" = refuted ]; then
        echo "ok   $3: found"
    else
        echo "FAIL $3: not found"
    fi
}
{
    sow "$1" 's/_x} >= {/_x} > {/' bound
    sow "$1" 's/_y = (\([^&|]*\) & /_y = (\1 | /' carries
    sow "$1" "s/_sel\[0\] = /&!/" choice
} >>"$out/verdicts"
cat "$out/verdicts"
echo "$(grep -c '^ok ' "$out/verdicts") passed, $(grep -c '^FAIL ' "$out/verdicts") failed"
! grep -q '^FAIL ' "$out/verdicts"
