#!/bin/sh
# Plants the faults of faults.list, each into a copy of its part, and steps all copies against the models in one simulation:
# each must differ. faults.sh BUILD-FOLDER; prints a line for each fault. Called by run.sh, which makes the objects.
set -u
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
rtl=$here/../../rtl
rm -rf "$build/src"
mkdir -p "$build/src"
n=0
: >"$build/names"
: >"$build/instances"
while IFS= read -r line; do
    case $line in '#'* | '') continue ;; esac
    n=$((n + 1))
    script=${line#*: } left=${line%%: *}
    part=${left%% *} at=
    for p in ${left#"$part"}; do at="$at${at:+, }.${p%=*} (${p#*=})"; done
    echo "$n $part: $script" >>"$build/names"
    sed "$script" "$rtl/cohgen_$part.sv" >"$build/src/new"
    if cmp -s "$build/src/new" "$rtl/cohgen_$part.sv"; then
        echo "FAIL the fault changes nothing: $part: $script"
        continue
    fi
    sed "s/^module cohgen_$part /module cohgen_${part}_fault$n /" "$build/src/new" >"$build/src/cohgen_${part}_fault$n.sv"
    # Its box, which tells the model which copy it is.
    sed -n "/^module tb_$part /,/^endmodule/p" "$here"/tb_*.sv "$here/parts_tb.sv" |
        sed "s/module tb_$part /module tb_${part}_fault$n /; s/cohgen_$part /cohgen_${part}_fault$n /; s/Kind (\"$part\")/Kind (\"$part:$n\")/" \
            >"$build/src/tb_${part}_fault$n.sv"
    echo "  tb_${part}_fault$n #($at) fault_$n (.*);" >>"$build/instances"
done <"$here/faults.list"
rm -f "$build/src/new"
sed '/^  tb_/d' "$here/parts_tb.sv" >"$build/src/parts_tb.sv"
sed -i "/^  \/\/ The instances:/r $build/instances" "$build/src/parts_tb.sv"

rm -f "$build/sim/parts"
# shellcheck disable=SC2046
MAKEFLAGS="-- OPT_FAST=-Og OPT_SLOW=-O0 OPT_GLOBAL=-Og" verilator --binary -Wno-fatal -O3 -j 2 --Mdir "$build/sim" --top-module parts_tb \
    -y "$build/src" -y "$rtl" "$build/src/parts_tb.sv" "$build"/src/tb_*.sv $(ls "$build"/../*.o) -o parts >"$build/build.log" 2>&1 ||
    { tail -n 20 "$build/build.log"; echo "FAIL the parts with faults do not build"; exit 1; }
"$build/sim/parts" +seed=1 >"$build/run.log" 2>&1
while read -r number name; do
    if grep -q "^FAIL [a-z_0-9]*:$number[ :]" "$build/run.log"; then echo "ok   planted fault caught: $name"
    else echo "FAIL planted fault not caught: $name"; fi
done <"$build/names"
