#!/bin/sh
# cohgen area on a small table: all figures are there, they add up, small arrays are logic and others are not, a second
# run takes all from the cache and gives the same, and blocks through the script that peers' figures were taken with
# ($COHGEN_SHARED/tools/anchor.sh) are the same.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
scratch
whole "$(digest build/cohgen protocols rtl synth tests/diag/base.json) $(versions yosys verilator) ${COHGEN_SHARED:-} ${FULL:-0}"
export COHGEN_CACHE="$tmp/cache" NO_COLOR=1

# An L1 of 64 sets, whose arrays have 64 words and more; the L2's have 16 and fewer. All else is small: synthesis takes seconds.
sed -e '/"sets": 8,/s/"mshrs": 4, "waiters": 4/"mshrs": 2, "waiters": 2/' -e '/"line_bytes"/s/"min": 16/"min": 8/' tests/diag/base.json >"$tmp/logic.json"
sed '1,/"sets": 4,/s/"sets": 4,/"sets": 64,/' "$tmp/logic.json" >"$tmp/toy.json"
toy=$tmp/toy.json

area() {
    build/cohgen area "$toy" --set cores=2 --set threads=2 --set partitions=1 --set line_bytes=8 \
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

# Rows "memory,block,path,measure,value"; of the tree, "tree,block,/block/path,measure,value".
awk -F, '$1 == "memory" { m[$2 " " $3, $4] = $5; arrays[$2 " " $3] } $1 == "block" { v[$2, $4] = $5 }
    $1 == "tree" { t[$3, $4] = $5 }
    END { for (a in arrays) { words[m[a, "words"]]++
            if (m[a, "macro"] != (m[a, "words"] >= 64)) print a " has " m[a, "words"] " words; macro: " m[a, "macro"] }
        if (!words[16] || !words[64]) print "no array of 16 words, or none of 64"
        bits = 16 * 64
        if (m["l2 u_data", "bits"] != bits) print "l2 u_data: " m["l2 u_data", "bits"] " bits"
        if (t["/l2/u_data", "flops"] < bits) print "l2 u_data: " t["/l2/u_data", "flops"] + 0 " flip-flops"
        if (v["l2", "flops"] < bits || v["l2", "logic_array_bits"] < bits) print "l2: its 16 words are not in its logic"
        if (("/l1/u_tags/u_sram", "flops") in t) print "l1 u_tags: " t["/l1/u_tags/u_sram", "flops"] " flip-flops"
        bits = m["l1 u_tags.u_sram", "bits"]
        if (v["l1", "sram_bits"] < bits || v["l1", "logic_array_bits"] > 0) print "l1: its 64 words are no macro" }' \
    "$tmp/a.csv" >"$bad" 2>&1
check "arrays of 16 words are logic, those of 64 are macros" "$bad"

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
sed 's/"L1 controllers"/"controllers of the first level"/' "$tmp/toy.json" >"$tmp/said.json"
cmp -s "$tmp/said.json" "$tmp/toy.json" && fail "the table says something else"
toy=$tmp/said.json
area --json >"$tmp/b.json"
{ cat "$tmp/err"; grep -n '"cached": *false' "$tmp/b.json"; } >"$bad"
check "so it does where comments alone differ" "$bad"
toy=$tmp/toy.json

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
toy=$tmp/logic.json
COHGEN_HOME=$tmp/home area -q --no-tree --csv "$tmp/a.csv" || cat "$tmp/err" >"$bad"
paths 'END { if (!(ends["u_axi"] ~ /^slow_first_q\[[0-9]+\] -> slow_last_q$/)) print "u_axi: " ends["u_axi"] ", " path["u_axi"] " ns" }'
check "a slow path that is sown is found by its names" "$bad"
paths 'END { for (s = 0; s < 3; s++) { h = hit["l1", "S" s, "ns"]; any = hit["l1", "S" s, "any_ns"]
    if (!(h > 0 && h <= any && any <= ns["l1"] + 0.0001)) print "S" s ": " h ", any " any ", longest " ns["l1"] } }'
check "a hit has a path in each stage where arrays are logic, too" "$bad"
toy=$tmp/toy.json

# Rows of latches: smaller, by more than abc's chance, and nothing else of them is larger.
area --no-tree -q --csv "$tmp/a.csv" || cat "$tmp/err" >"$bad"
area --tech osu018_latches --no-tree -q --csv "$tmp/a.latches.csv" || cat "$tmp/err" >>"$bad"
awk -F, '$1 == "block" { v[FILENAME, $2, $4] = $5 }
    function of(file, block, what) { return v[dir "/a" file ".csv", block, what] }
    END { split("l1 l2", b, " ")
        for (i in b) { small = of(".latches", b[i], "um2"); large = of("", b[i], "um2")
            if (!(small > 0.3 * large && small < 0.85 * large)) print b[i] ": " small " um2, " large " of flip-flops"
            if (of(".latches", b[i], "sram_bits") != of("", b[i], "sram_bits")) print b[i] ": other macros"
            if (of(".latches", b[i], "flops") < of("", b[i], "flops")) print b[i] ": latches are not counted" } }' \
    dir="$tmp" "$tmp/a.csv" "$tmp/a.latches.csv" >>"$bad" 2>&1
check "rows of latches are smaller than flip-flops" "$bad"

# FULL=1: without a library; then with macros of 16 words, where flip-flops go with the bits, and with none of 64, where they come.
without_a_library() {
    area --tech generic --no-tree -q --csv "$tmp/a.csv" || cat "$tmp/err" >"$bad"
    figures 'END { if (v["l1", "flops"] < 1000 || v["l1", "cells"] < 2000 || ("l1", "um2") in v) print "wrong figures" }'
    check "without a library: counts, and no areas" "$bad"
    for words in 16 65; do
        area --tech generic --no-tree -q --macros-from $words --csv "$tmp/a.$words.csv" || cat "$tmp/err"
    done >"$bad"
    awk -F, '$1 == "block" && $4 == "flops" { v[FILENAME, $2] = $5 }
        $1 == "memory" && $3 ~ /^u_tags/ && $4 == "bits" { tags[$2] = $5 }
        function moved(file, block) { return v[dir "/a" file ".csv", block] - v[dir "/a.csv", block] }
        END { if (moved(".16", "l2") > -16 * 64) print "from 16 words on: " moved(".16", "l2")
            if (moved(".16", "l1") != 0) print "a block changes that has no array of 16 words"
            if (tags["l1"] < 64 || moved(".65", "l1") < tags["l1"]) print "from 65 words on: " moved(".65", "l1") ", " tags["l1"] " bits"
            if (moved(".65", "l2") != 0) print "a block changes that has no array of 64 words" }' \
        dir="$tmp" "$tmp/a.csv" "$tmp/a.16.csv" "$tmp/a.65.csv" >>"$bad" 2>&1
    check "--macros-from makes words a macro, or logic" "$bad"
}
if full; then without_a_library; fi

# FULL=1: a controller without tags, whose arrays are the first that Yosys reads after the others.
local_memory() {
    build/cohgen area tests/tables/commands.json --set cores=1 --set threads=2 --tech generic --no-tree -q --csv "$tmp/a.csv" >"$bad" 2>&1
    figures 'END { if (v["scratch", "count"] != 1 || v["scratch", "flops"] < 100) print "scratch: " v["scratch", "count"] ", " v["scratch", "flops"] }'
    check "a local memory has figures" "$bad"
}
if full; then local_memory; fi

# Tables without each of their features: designs like any other.
for table in protocols/*.json; do
    name=$(basename "$table" .json)
    simulated_only "$table" && continue
    for f in $(sed -n '/^  "features": {/,/^  }/s/^    "\([a-z0-9_]*\)": {$/\1/p' "$table"); do
        rm -rf "$tmp/out"
        build/cohgen gen "$name" --without "$f" --point tiny -q -o "$tmp/out" >"$bad" 2>&1 &&
            (cd "$tmp/out" && verilator --lint-only -Wall $lint_quick -f "$name.f" --top-module "${name}_system") >"$bad" 2>&1
        check "$name without $f lints" "$bad"
    done
done

# The same blocks by hand: the script leaves out memories of more than 63 words by itself.
anchor=${COHGEN_SHARED:-}/tools/anchor.sh
if [ -x "$anchor" ]; then
    build/cohgen gen "$toy" --set cores=2 --set threads=2 --set partitions=1 --set line_bytes=8 \
        --set axi_data_bits=32 --set addr_bits=16 -q -o "$tmp/rtl"
    area -q --no-tree --csv "$tmp/a.csv"
    for m in l1 l2; do
        # shellcheck disable=SC2046 # files are words
        "$anchor" -t toy_$m -o "$tmp/anchor" $(sed "s,^,$tmp/rtl/," "$tmp/rtl/toy.f") >"$tmp/anchor.tsv" 2>"$bad"
        theirs=$(cut -f 2,3,4,8 "$tmp/anchor.tsv" | tr '\t' ' ')
        # abc's result depends on names, and these on which files were read: a percent or two of area. The count of
        # cells moves more where arrays are logic, as abc chooses other buffers: it is held in the L1, which has none.
        figures "function off(x, y, most) { return x / y < 1 - most || x / y > 1 + most }
            END { split(\"$theirs\", a, \" \"); f = v[\"$m\", \"flops\"]; c = v[\"$m\", \"cells\"]; u = v[\"$m\", \"um2\"]; b = v[\"$m\", \"sram_bits\"]
            if (f != a[1] || off(u, a[3], 0.03) || b != a[4] || (\"$m\" == \"l1\" && off(c, a[2], 0.03)))
                print \"ours \" f \" \" c \" \" u \" \" b \", the anchor's $theirs\" }"
        check "$m: steps and arrays are those of peers' figures" "$bad"
    done
else
    echo "note: COHGEN_SHARED is not set: not compared with the script of peers' figures"
fi

total
