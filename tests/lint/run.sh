#!/bin/bash
# The generated SystemVerilog, at several design points (points.list, protocols.list, tables.list): no warning from verilator
# -Wall, as it is shipped and (gen --instrumented) with the trace, the assertions and the steering, and Yosys reads it and finds
# nothing undriven, multiply driven or circular. What ships has assertions and latches under a macro each, and nothing else; where
# Yosys reads it, Verilator has no warning of the latches. The data multiplexer of each controller has a form for simulation, COHGEN_QUICK: Yosys proves
# that it gives what the shipped one gives, and fails to for one into which a fault is sown. style.awk reads what people read.
# Designs with prefixes stand in one file list. tests/lint/run.sh [NAME...]: the designs of these tables only. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
cohgen=$PWD/build/cohgen
steered=$(echo "$PWD"/tb/cohgen_steer_*.sv)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export MAKEFLAGS=
# shellcheck disable=SC2086
tools="$(versions verilator yosys) $(digest $steered)"
chosen=$*

# The design in $tmp/ships, and in $tmp/d instrumented: quiet when all is well.
read_by_verilator() {
    cd "$tmp/ships" || return
    # shellcheck disable=SC2086
    verilator --lint-only -Wall $lint_quick -f "$1.f" --top-module "$1_system"
    cd "$tmp/d" || return
    # shellcheck disable=SC2086
    verilator --lint-only -Wall $lint_quick --assert -DCOHGEN_TRACE -DCOHGEN_ASSERT -DCOHGEN_QUICK -DCOHGEN_STEER $steered -f "$1.f" \
        --top-module "$1_system"
}
# warned KIND STATEMENTS: Verilator, told as above, has a warning of this kind for a module of these statements
warned() {
    echo "module m (input logic clk_i, input logic rst_ni, input logic [3:0] a, output logic [3:0] y, output logic z); $2 endmodule" >"$tmp/m.sv"
    # shellcheck disable=SC2086
    verilator --lint-only -Wall $lint_quick "$tmp/m.sv" >"$tmp/m.log" 2>&1
    grep -q "^%Warning-$1: " "$tmp/m.log" && ok "Verilator warns: $1" || fail "Verilator warns: $1" "$(cat "$tmp/m.log")"
}
read_by_yosys() {
    cd "$tmp/ships" || return
    # That it makes registers of a small array is no complaint.
    yosys -q -p "read_verilog -sv $(tr '\n' ' ' <"$1.f"); hierarchy -check -top $1_system; proc -noopt; check -assert" 2>&1 |
        grep -v '^Warning: Replacing memory .* with list of registers'
}
read_latches() {
    cd "$tmp/ships" || return
    # shellcheck disable=SC2086
    verilator --lint-only -Wall $lint_quick -DCOHGEN_LATCHES -f "$1.f" --top-module "$1_system"
}
read_design() {
    (read_by_verilator "$1")
    if [ -n "$2" ]; then (read_by_yosys "$1"; read_latches "$1"); fi
    grep -n '`ifn\?def' "$tmp"/ships/*.sv | grep -v '`ifdef COHGEN_ASSERT$\|`ifn\?def COHGEN_LATCHES$'
}

# What the design's own files say is for people, see style.awk.
style() {
    local own=("$tmp"/d/*.sv "$tmp"/ships/*.sv)
    awk -f tests/lint/style.awk $(printf '%s\n' "${own[@]}" | grep -v /cohgen_) >"$tmp/styled"
    if [ -s "$tmp/styled" ]; then fail "$1: style" "$(sed "s,$tmp/,," "$tmp/styled" | head -n 12)"; fi
}
# unstyled TEXT COMPLAINT: style.awk has that to say of it
unstyled() {
    printf '%s\n' "$1" | awk -f tests/lint/style.awk | grep -q ": $2: " && ok "style: $2" || fail "style: $2" "$1"
}

# The multiplexer of controller $1 by itself: its two forms, with what they read as inputs.
multiplexer() {
    echo 'module multiplexer ('
    sed -n 's/^  logic \(\[.*\]\) data_stored;$/  output logic \1 data_rdata, input logic \1 data_stored,/p
        s/^  logic \(\[.*\]\) data_ahead_q;$/  input logic \1 data_ahead_q,/p
        s/^  logic \(\[.*\]\) data_ahead_lane_q;$/  input logic \1 data_ahead_lane_q);/p
        /^`ifdef COHGEN_QUICK$/,/^`endif$/p' "$1"
    echo endmodule
}

# prove_forms FILE: both forms of the module in FILE are the same function. Yosys' status; $tmp/forms.log
prove_forms() {
    local form='hierarchy -top multiplexer; proc; opt_clean; rename multiplexer'
    yosys -q -p "read_verilog -sv $1; $form gold; design -stash gold;
        read_verilog -sv -DCOHGEN_QUICK $1; $form gate; design -stash gate;
        design -copy-from gold gold; design -copy-from gate gate; equiv_make gold gate both;
        hierarchy -top both; opt_clean; equiv_simple; equiv_status -assert" >"$tmp/forms.log" 2>&1
}
proved_forms() { prove_forms "$1" || grep ERROR "$tmp/forms.log" || echo 'no proof'; }
unproved_forms() {
    if prove_forms "$1"; then echo 'a proof'; else grep -q 'ERROR: Found [0-9]* unproven' "$tmp/forms.log" || echo 'no verdict'; fi
}

# Those of the design in $tmp/d. What is the same text as in another design is proved once.
forms() {
    local controller
    for controller in "$tmp"/d/*.sv; do
        if ! grep -q '^`ifdef COHGEN_QUICK' "$controller" || [[ $controller == */cohgen_* ]]; then continue; fi
        multiplexer "$controller" >"$tmp/forms.sv"
        once "${1% }, $(basename "$controller"): both data multiplexers are the same" \
            "$(versions yosys) $(digest "$tmp/forms.sv")" proved_forms "$tmp/forms.sv"
    done
}

# sown NAME SED-SCRIPT: a fault in the multiplexer of controller NAME of $tmp/d
sown() {
    multiplexer "$tmp/d/$1.sv" | sed "$2" >"$tmp/sown.sv"
    once "$1: sown fault found: $2" "$(versions yosys) $(digest "$tmp/sown.sv")" unproved_forms "$tmp/sown.sv"
}

# lint TABLE [each] [full] [verilator] ARGUMENTS
lint() {
    local table=$1 name yosys=yosys
    name=$(basename "$1" .json)
    [ -z "$chosen" ] || [[ " $chosen " == *" $name "* ]] || return 0
    shift
    while :; do
        case ${1:-} in
        each) ;;
        full) full || return ;;
        verilator) yosys='' ;;
        *) break ;;
        esac
        shift
    done
    rm -rf "$tmp/d" "$tmp/ships"
    if ! { "$cohgen" gen "$table" "$@" -q -o "$tmp/ships" && "$cohgen" gen "$table" "$@" --instrumented -q -o "$tmp/d"; } \
        >"$tmp/out" 2>&1 </dev/null; then
        fail "$name $*" "$(cat "$tmp/out")"
        return
    fi
    once "$name $*" "$tools $yosys $(digest "$tmp/d" "$tmp/ships")" read_design "$name" "$yosys"
    style "$name $*"
    forms "$name $*"
}

# at TABLE PATTERN: the lines of points.list that have it
at() {
    while read -r point; do
        # shellcheck disable=SC2086
        lint "$1" $point
    done < <(sed '/^#/d; /^$/d' tests/lint/points.list | grep -- "$2")
}

for table in protocols/*.json; do
    name=$(basename "$table" .json)
    if ! simulated_only "$table" && ! grep -q "^$name " tests/lint/protocols.list; then at "$name" '\<each\>'; fi
done
while read -r name point; do
    # shellcheck disable=SC2086
    case $name in
    '' | '#'*) ;;
    *)
        if [ "$point" != '*' ]; then lint "$name" $point; else
            lint "$name" full
            at "$name" .
        fi
        ;;
    esac
done <tests/lint/protocols.list
while read -r table point; do
    # shellcheck disable=SC2086
    case $table in '' | '#'*) ;; *) lint "tests/tables/$table" $point ;; esac
done <tests/lint/tables.list
# What no table of ours chooses: a machine of words that neither holds ways nor pauses, and machines of lines that do both.
mkdir -p "$tmp/chosen"
sed 's/ "holds_ways": true, "pauses": true,//' tests/tables/registry.json >"$tmp/chosen/registry.json"
sed 's/"fair": true,/"fair": true, "holds_ways": true, "pauses": true,/' tests/tables/directory.json >"$tmp/chosen/directory.json"
for table in registry directory; do
    if cmp -s "tests/tables/$table.json" "$tmp/chosen/$table.json"; then fail "$table, the other choice" "it is the same table"; fi
    lint "$tmp/chosen/$table.json" --set line_bytes=16 --set axi_data_bits=32
done

if [ -n "$chosen" ]; then
    total
    exit
fi

# Pins of memories, from the top to each wrapper: what stands in a wrapper's place has nothing but its ports. A wrapper that gets others is
# found.
reach_wrappers() {
    local pin box="$tmp/box.v" files
    files=$(grep -v '^cohgen_sram_' "$tmp/pins/$1.f" | sed "s,^,$tmp/pins/,")
    for file in "$tmp"/pins/cohgen_sram_*.sv; do
        echo '(* blackbox *)' && sed '/^);/q' "$file" && echo endmodule
    done >"$box"
    for pin in test_en margin; do
        # shellcheck disable=SC2086
        yosys -q -p "read_verilog -sv $box $(echo $files); hierarchy -check -top $1_system; proc; flatten; opt_clean;
            select -assert-min 3 t:*cohgen_sram_*; select -assert-none t:*cohgen_sram_* w:${pin}_i %co1:+[${pin}_i] %d" 2>&1 |
            grep -v '^Warning: Replacing memory .* with list of registers'
    done
}
for name in mesi gd; do
    for ports in 1r1w 1rw; do
        case $name,$ports in mesi,1rw | gd,1r1w) full || continue ;; esac
        rm -rf "$tmp/pins"
        "$cohgen" gen "$name" --point tiny --sram "ports=$ports" --sram pins=test_en,margin:4 -q -o "$tmp/pins"
        once "$name, $ports: pins reach all memories" "$tools $(digest "$tmp/pins")" reach_wrappers "$name"
        if [ "$name $ports" != "gd 1rw" ]; then continue; fi
        sed -i '/u_sram (/,/);/s/\.margin_i(margin_i)/.margin_i('"'"'0)/' "$tmp/pins/cohgen_ram_1rw.sv"
        reach_wrappers "$name" | grep -q 'selection is not empty' && ok "a memory with a pin of its own is found" ||
            fail "a memory with a pin of its own is found" "$(reach_wrappers "$name")"
    done
done

# Designs in one file list and one module: two design points of a protocol, and another protocol. Parts are listed once.
read_beside() (
    cd "$tmp/beside" || return
    for macros in '' "--assert -DCOHGEN_TRACE -DCOHGEN_ASSERT -DCOHGEN_STEER $steered"; do
        # shellcheck disable=SC2086
        verilator --lint-only -Wall $lint_quick $macros -f all.f beside.sv --top-module beside
    done
)
unstyled "  assign a = 1'b0 || b;" 'a term that says nothing'
unstyled "  assign a = b && (1'b0);" 'a term that says nothing'
unstyled "  assign a = b && (c || 1'b1) && d;" 'a term that says nothing'
unstyled "    a <= 1'b1 && b;" 'a term that says nothing'
unstyled "  assign a = b[w*96+51 +: 32];" 'bits by number: they have a name'
unstyled "  assign a = b[w*17+16];" 'bits by number: they have a name'
unstyled "  assign a = b[51 +: 32];" 'bits by number: they have a name'
unstyled "  assign a = '0;" 'a constant without a reason'
unstyled "  assign a[3:0] = 4'd3;" 'a constant without a reason'
unstyled "$(printf '  assign a = b\n    ;')" 'a semicolon by itself'
unstyled "$(printf "    case (victim_state)\n      2'd1: // V\n        a = b;\n")" 'a code by number: it has a name'
unstyled "$(printf "    case (core_msg.op)\n      2'd0: core_event = rcc_pkg::L1_EV_load;\n")" 'a code by number: it has a name'
unstyled "$(printf '  assign a = %090d;\n' 1)" 'a line of more than 100 columns'
unstyled "$(printf '    case (a)\n      default: b = c;\n')" 'a case of one branch'

warned LATCH 'always_comb if (a[0]) y = a; assign z = clk_i & rst_ni;'
warned UNOPTFLAT "logic [3:0] b; assign b = y ^ a; assign y = b + 4'd1; assign z = clk_i & rst_ni;"
warned WIDTH "assign y = a + 5'd3; assign z = clk_i & rst_ni;"
warned UNDRIVEN 'logic b; assign y = a; assign z = clk_i & rst_ni & b;'
warned UNUSEDSIGNAL 'logic b; assign b = a[0]; assign y = a; assign z = clk_i & rst_ni;'
warned MULTIDRIVEN 'always_ff @(posedge clk_i) y <= a; always_ff @(posedge rst_ni) y <= a; assign z = clk_i;'
warned CASEINCOMPLETE "always_comb begin case (a[1:0]) 2'd0: y = 4'd1; 2'd1: y = a; endcase end assign z = clk_i & rst_ni;"
warned CASEOVERLAP "always_comb casez (a) 4'b1???: y = 4'd1; 4'b11??: y = a; default: y = 4'd0; endcase assign z = clk_i & rst_ni;"
warned BLKSEQ 'always_ff @(posedge clk_i) y = a; assign z = rst_ni;'
warned COMBDLY 'always_comb y <= a; assign z = clk_i & rst_ni;'
warned SYNCASYNCNET 'always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) y <= 0; else y <= a; always_ff @(posedge clk_i) if (!rst_ni) z <= 0; else z <= a[0];'
warned SELRANGE 'assign y = a; assign z = a[7] & clk_i & rst_ni;'
warned ALWCOMBORDER 'logic b; always_comb begin y = {4{b}}; b = a[0]; end assign z = clk_i & rst_ni;'

mkdir "$tmp/beside"
tops='' systems=()
while read -r prefix protocol point; do
    # shellcheck disable=SC2086
    "$cohgen" gen "$protocol" $point --prefix "$prefix" --instrumented -q -o "$tmp/beside/$prefix" </dev/null
    tops="$tops ${prefix}_${protocol}_system"
    systems+=("$tmp/beside/$prefix/${prefix}_${protocol}_system.sv")
    sed "s,^,$prefix/," "$tmp/beside/$prefix/${prefix}_$protocol.f" >>"$tmp/beside/lists"
done <<'END'
a rcc --point tiny
b rcc --point tiny --set cores=3 --set net_latency=2
c gd --point tiny
END
awk -F/ '!seen[$2]++' "$tmp/beside/lists" >"$tmp/beside/all.f"
awk -v tops="$tops" -f tests/lint/beside.awk "${systems[@]}" >"$tmp/beside/beside.sv"
once "designs beside each other" "$tools $(digest "$tmp/beside")" read_beside

rm -rf "$tmp/d"
"$cohgen" gen rcc --instrumented -q -o "$tmp/d"
sown rcc_l2 "s/data_ahead_lane_q != '0/data_ahead_lane_q == '0/"
sown rcc_l2 's/if (data_ahead_lane_q\[l\])/if (data_ahead_lane_q[0])/'
sown rcc_l2 's/for (int l = 0/for (int l = 1/'
total
