#!/bin/sh
# Sums, comparisons, max() and min() printed as note [terms] of gen/emit/sv/terms.h says, against the same expressions printed
# as they are written: random ones, proved equal by Yosys and abc for all values. Then with a fault sown into what was printed,
# which must be found. One seed, with FULL=1 four. Needs build/libcohgen.a.
# tests/terms/run.sh [SEED...]
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
out=build/test/terms
mkdir -p "$out"
# shellcheck disable=SC2086
"${CC:-gcc}" -std=c17 -Igen -Itb -D_GNU_SOURCE -Wall -Wextra -Werror -o "$out/terms" tests/terms/terms.c build/libcohgen.a \
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

# prove SEED: quiet if proved
prove() {
    verdict=$(equal "$out/$1.sv")
    [ "$verdict" = proved ] || echo "$verdict"
}

# sow SEED SED: quiet if a fault is found that the script sows into the seed's module
sow() {
    sed "$2" "$out/$1.sv" >"$out/$1.sown.sv"
    if cmp -s "$out/$1.sv" "$out/$1.sown.sv"; then
        echo "the fault changes nothing"
    elif [ "$(equal "$out/$1.sown.sv")" != refuted ]; then
        echo "not found"
    fi
}

if [ $# -eq 0 ]; then
    set -- 1
    if full; then set -- 1 2 3 4; fi
fi
tools="$(versions yosys) $(digest rtl/cohgen_sum.sv)"
for seed; do
    "$out/terms" "$seed" >"$out/$seed.sv"
    once "seed $seed: $(grep -c 'wire.* terms' "$out/$seed.sv") expressions, $(grep -c 'cohgen_sum #' "$out/$seed.sv") sums" \
        "$tools $(digest "$out/$seed.sv")" prove "$seed"
done
while read -r name fault; do
    case $name in full:*) full || continue ;; esac
    name=${name#full:}
    once "a fault sown into $name: found" "$tools $(digest "$out/$1.sv") $fault" sow "$1" "$fault"
done <<'END'
full:bounds s/_x} >= {/_x} > {/
carries s/_y = (\([^&|]*\) & /_y = (\1 | /
full:choices s/_sel\[0\] = /&!/
END
total
