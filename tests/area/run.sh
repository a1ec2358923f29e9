#!/bin/sh
# cohgen area on a small table: all figures are there, they add up, a second run takes them from the cache and gives the
# same, and a block through the script that peers' figures were taken with ($COHGEN_SHARED/tools/anchor.sh) is the same.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
scratch
whole "$(digest build/cohgen protocols rtl synth tests/diag/base.json) $(versions yosys verilator) ${COHGEN_SHARED:-}"
export COHGEN_CACHE="$tmp/cache" NO_COLOR=1

area() {
    build/cohgen area tests/diag/base.json --set cores=2 --set threads=2 --set partitions=1 --set line_bytes=16 \
        --set axi_data_bits=32 --set addr_bits=16 "$@" 2>"$tmp/err"
}

# Rows "section,block,item,measure,value", a block's as value[block,measure].
figures() {
    awk -F, '$1 == "block" { v[$2, $4] = $5; blocks[$2] } $1 == "system" { s[$4] = $5 }
        $1 == "tree" && $3 !~ /\/.*\// { t[$2, $4] = $5 }'"$1" "$tmp/a.csv" >"$bad" 2>&1
}

area -q --csv "$tmp/a.csv" --html "$tmp/a.html" || cat "$tmp/err" >"$bad"
check "cohgen area runs" "$bad"

figures 'END { for (b in blocks) { n++; if (b != "wiring" && v[b, "um2"] <= 0) print b ": no area" }
    if (n < 5 || v["l1", "count"] != 2 || v["l1", "flops"] < 1000 || v["l1", "ns"] <= 0) print "figures are missing" }'
check "every block has figures" "$bad"

figures 'function near(a, b) { return a - b < 1 && b - a < 1 }
    END { split("flops cells um2 sram_bits memory_um2", m, " ")
        for (i in m) { sum = 0; for (b in blocks) sum += v[b, "count"] * v[b, m[i]]
            if (!near(sum, s[m[i]])) print m[i] ": blocks " sum ", system " s[m[i]] } }'
check "the system is the sum of its blocks" "$bad"

figures 'function near(a, b) { return a - b < 1 && b - a < 1 }
    END { for (b in blocks) if ((b, "um2") in t) { n++
            if (!near(t[b, "um2"] + v[b, "flattening_um2"], v[b, "um2"])) print b ": " t[b, "um2"] }
        if (n < 3) print "only " n + 0 " trees" }'
check "modules and what flattening changes are the block" "$bad"

figures 'END { if (v["l1", "memory_um2"] <= 0 || v["l1", "total_um2"] <= v["l1", "um2"]) print "no memory" }'
check "memories stand beside the logic" "$bad"

# Rows "path,block,from -> to,ns,value", the longest first, and "hit,block,stage,ns,value".
paths() {
    awk -F, '$1 == "block" && $4 == "ns" { ns[$2] = $5 } $1 == "path" && $4 == "ns" && !($2 in path) { path[$2] = $5; ends[$2] = $3 }
        $1 == "hit" { hit[$2, $3, $4] = $5; hits[$2] }'"$1" "$tmp/a.csv" >"$bad" 2>&1
}
paths 'END { for (b in ns) if (ns[b] > 0) { n++; d = path[b] - ns[b]; if (d > 0.0001 || d < -0.0001) print b ": abc " ns[b] ", here " path[b] }
    if (n < 5) print "only " n + 0 " blocks have paths"; if (!(ends["l1"] ~ /^[a-z].* -> [a-z]/)) print "l1: " ends["l1"] }'
check "the longest paths are as long as abc says" "$bad"

paths 'END { for (b in hits) { n++; if (b != "l1") print b " has no core port" }
    if (n != 1) print n + 0 " controllers have hits"
    for (s = 0; s < 3; s++) { h = hit["l1", "S" s, "ns"]; any = hit["l1", "S" s, "any_ns"]
        if (!(h > 0 && h <= any && any <= ns["l1"] + 0.0001 && hit["l1", "S" s, "gates"] > 0)) print "S" s ": " h ", any " any ", longest " ns["l1"] } }'
check "a hit has a path in each stage, none longer than the longest" "$bad"

{
    grep -q '</html>' "$tmp/a.html" || echo "the page has no end"
    grep -q '<svg' "$tmp/a.html" || echo "the page has no pictures"
    grep -nE '<script|https?:|<link|<img' "$tmp/a.html"
} >"$bad"
check "the page is whole and fetches nothing" "$bad"

area -q --csv "$tmp/b.csv"
for f in a b; do grep -vE ',(seconds|cached),' "$tmp/$f.csv" >"$tmp/$f.same"; done
diff "$tmp/a.same" "$tmp/b.same" >"$bad"
check "a second run gives the same" "$bad"
area --json >"$tmp/b.json"
grep -n '"cached": *false' "$tmp/b.json" >"$bad"
check "and takes it from the cache" "$bad"

# A slow path sown into a part is found, with its names.
mkdir "$tmp/home"
for f in *; do [ "$f" = rtl ] || ln -s "$PWD/$f" "$tmp/home/$f"; done
cp -r rtl "$tmp/home/rtl"
sed -i -e 's/^  assign error_o = error_q;/  assign error_o = error_q ^ slow_last_q;/' -e '/^endmodule/i\
  logic [11:0] slow_first_q;\
  logic        slow_last_q;\
  always_ff @(posedge clk_i) begin\
    slow_first_q <= {slow_first_q[10:0], m_axi_rdata_i[0]};\
    slow_last_q  <= ^(24'"'"'(slow_first_q) * 24'"'"'(slow_first_q));\
  end' "$tmp/home/rtl/cohgen_axi_port.sv"
COHGEN_HOME=$tmp/home area -q --no-tree --csv "$tmp/a.csv" || cat "$tmp/err" >"$bad"
paths 'END { if (!(ends["u_axi"] ~ /^slow_first_q\[[0-9]+\] -> slow_last_q$/)) print "u_axi: " ends["u_axi"] ", " path["u_axi"] " ns" }'
check "a slow path that is sown is found by its names" "$bad"

area --tech generic --no-tree -q --csv "$tmp/a.csv" || cat "$tmp/err" >"$bad"
figures 'END { if (v["l1", "flops"] < 1000 || v["l1", "cells"] < 2000 || ("l1", "um2") in v) print "wrong figures" }'
check "without a library: counts, and no areas" "$bad"

# Tables without each of their features: designs like any other.
for table in protocols/*.json; do
    name=$(basename "$table" .json)
    simulated_only "$table" && continue
    for f in $(sed -n '/^  "features": {/,/^  }/s/^    "\([a-z0-9_]*\)": {$/\1/p' "$table"); do
        rm -rf "$tmp/out"
        build/cohgen gen "$name" --without "$f" --point small -q -o "$tmp/out" >"$bad" 2>&1 &&
            (cd "$tmp/out" && verilator --lint-only -Wall -f "$name.f" --top-module "${name}_system") >"$bad" 2>&1
        check "$name without $f lints" "$bad"
    done
done

# The same block by hand.
anchor=${COHGEN_SHARED:-}/tools/anchor.sh
if [ -x "$anchor" ]; then
    build/cohgen gen tests/diag/base.json --set cores=2 --set threads=2 --set partitions=1 --set line_bytes=16 \
        --set axi_data_bits=32 --set addr_bits=16 -q -o "$tmp/rtl"
    # shellcheck disable=SC2046 # files are words
    "$anchor" -t toy_l1 -o "$tmp/anchor" synth/cohgen_sram_1r1w.v $(grep -v sram "$tmp/rtl/toy.f" |
        sed "s,^,$tmp/rtl/,") >"$tmp/anchor.tsv" 2>"$bad"
    area -q --no-tree --csv "$tmp/a.csv"
    theirs=$(cut -f 2,3 "$tmp/anchor.tsv" | tr '\t' ' ')
    # abc's result depends on names, and these on which files were read: a percent or two.
    figures "END { split(\"$theirs\", a, \" \"); d = v[\"l1\", \"cells\"] / a[2]
        if (v[\"l1\", \"flops\"] != a[1] || d < 0.97 || d > 1.03)
            print \"ours \" v[\"l1\", \"flops\"] \" \" v[\"l1\", \"cells\"] \", the anchor's $theirs\" }"
    check "the steps are those of peers' figures" "$bad"
else
    echo "note: COHGEN_SHARED is not set: not compared with the script of peers' figures"
fi

total
