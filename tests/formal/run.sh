#!/bin/sh
# Proves what the parts of rtl/ promise: tests/formal/run.sh [part...], all parts by default.
#
# Yosys turns a part, with the properties of <part>_props.svh compiled in, into SMT; yosys-smtbmc and
# z3 then show that no run from reset breaks an assertion within K cycles and, for a proof by
# induction, that K cycles without a breach are never followed by one: so no run of any length breaks
# one. Every part is then proved again with a fault sown into a copy of it, which must fail.
# One line per proof. Exit status 1 when some proof fails, or some fault is not found.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
here=$PWD/tests/formal
rtl=$PWD/rtl
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fault=
sources="$(digest rtl tests/formal) $(versions yosys z3)"

# Builds $dir/m.smt2 from module $1, with the parameters $2 ('A=1 B=2') and the macros $3.
build() {
    top=$1 params='' defines=''
    for word in $2; do params="$params -set ${word%=*} ${word#*=}"; done
    for d in $3; do defines="$defines -D$d"; done
    rm -rf "$dir/src" && mkdir "$dir/src"
    for f in sram_1r1w ram_fwd fifo pair_fifo delay rollback_fifo source_queues arb_rr xbar plru mshr waiters fences clock order store_buffer flash_map sum axi_port; do
        cp "$rtl/cohgen_$f.sv" "$dir/src"
    done
    cp "$here"/*.sv "$here"/*.svh "$dir/src"
    { sed '/^);/q' "$rtl/cohgen_sram_1r1w.sv" && cat "$here/cohgen_sram_1r1w_any.svh"; } >"$dir/src/cohgen_sram_1r1w.sv"
    if [ -n "$fault" ]; then
        sed "$fault" "$dir/src/$top.sv" >"$dir/new.sv"
        if cmp -s "$dir/new.sv" "$dir/src/$top.sv"; then
            echo "the fault changes nothing"
            return 1
        fi
        cp "$dir/new.sv" "$dir/src/$top.sv"
    fi
    join=
    if [ "$top" = cohgen_ram_fwd ]; then
        join='connect -set f_stored \u_sram.f_stored; connect -set \u_sram.f_addr f_addr;'
    fi
    if [ "$top" = cohgen_order ]; then
        join='connect -set f_waiting \u_waiting.f_stored; connect -set \u_waiting.f_addr f_me;'
        join="$join"' connect -set f_held \u_held.f_stored; connect -set \u_held.f_addr f_me;'
    fi
    if [ "$top" = cohgen_store_buffer ]; then
        join='connect -set f_stored \u_data.u_sram.f_stored; connect -set \u_data.u_sram.f_addr f_idx_q;'
    fi
    if [ "$top" = cohgen_axi_port ]; then
        join='connect -set f_stored \u_beats.f_stored; connect -set \u_beats.f_addr f_word;'
    fi
    (cd "$dir/src" && yosys -q -p "read_verilog -formal -sv $defines *.sv;
        chparam $params $top; hierarchy -check -top $top; proc; flatten; $join
        prep -auto-top -nordff; memory_map; opt -full; async2sync; dffunmap; write_smt2 -wires $dir/m.smt2") \
        >"$dir/log" 2>&1 || { echo "yosys"; grep -v Warning "$dir/log" | head -5; return 1; }
    grep -q yosys-smt2-assert "$dir/m.smt2" || { echo "nothing to prove"; return 1; }
}

# smt_of how depth module params macros: quiet if it is proved
smt_of() {
    build "$3" "$4" "$5" || return
    if ! yosys-smtbmc -s z3 --unroll --presat -t "$2" "$dir/m.smt2" >"$dir/log" 2>&1; then
        echo "broken within $2 cycles of reset"
        grep -E 'Assert failed|rror' "$dir/log" | head -5
    elif [ "$1" = induction ] && ! yosys-smtbmc -s z3 --unroll -i -t "$2" "$dir/m.smt2" >"$dir/log" 2>&1; then
        echo "no proof by induction over $2 cycles"
        grep -E 'Assert failed|rror' "$dir/log" | head -5
    fi
}

# prove how depth module params macros: how is 'induction', 'bounded', or 'combinational' (depth 1)
prove() {
    case $1 in
    induction) how="proved, induction over $2 cycles" ;;
    combinational) how="proved, combinational" ;;
    *) how="no breach within $2 cycles (bounded)" ;;
    esac
    once "$3${4:+ ($4)}: $how" "$sources $*" smt_of "$@"
}

# breach depth module params macros sed-script: quiet if the fault is found
breach() {
    fault=$5
    if build "$2" "$3" "$4"; then
        if yosys-smtbmc -s z3 --unroll -t "$1" "$dir/m.smt2" >"$dir/log" 2>&1; then
            echo "not found within $1 cycles"
        elif ! grep -q 'Assert failed' "$dir/log"; then
            echo "no verdict"
            tail -3 "$dir/log"
        fi
    fi
    fault=
}

# sow depth module params macros sed-script: the fault must be found within depth cycles
sow() { once "$2${3:+ ($3)}: sown fault found: $5" "$sources $*" breach "$@"; }

# equivalence module params macro [sed-script]: quiet if it is proved; with a script, if it is not
equivalence() {
    params='' forms=''
    for word in $2; do params="$params -set ${word%=*} ${word#*=}"; done
    sed "${4:-}" "$rtl/$1.sv" >"$dir/new.sv"
    for form in "gold $rtl/$1.sv" "gate -D$3 $dir/new.sv"; do
        forms="$forms read_verilog -sv ${form#* }; chparam $params $1; hierarchy -auto-top; proc; flatten; memory_map;
            opt -full; rename -top ${form%% *}; design -stash ${form%% *};"
    done
    yosys -q -p "$forms design -copy-from gold gold; design -copy-from gate gate; equiv_make gold gate both;
        hierarchy -top both; opt_clean; equiv_simple; equiv_induct; equiv_status -assert" >"$dir/log" 2>&1
    proved=$?
    if [ -n "${4:-}" ]; then
        ! cmp -s "$dir/new.sv" "$rtl/$1.sv" || echo "the fault changes nothing"
        [ $proved -ne 0 ] && grep -q 'ERROR: Found [0-9]* unproven' "$dir/log" || echo "no verdict"
    else
        [ $proved -eq 0 ] || grep ERROR "$dir/log" | head -5 | grep . || echo "no proof"
    fi
}

# same module params macro [sed-script]: the module with the macro is that without it: Yosys proves that from equal
# contents of registers and memories the next are equal. With a script a fault is sown into the first: no proof.
same() { once "$1 ($2), with and without $3: ${4:-proved}${4:+: sown fault found}" "$sources $*" equivalence "$@"; }

part_sram_1r1w() {
    m=COHGEN_QUICK
    same cohgen_sram_1r1w 'Depth=1 Lanes=1 LaneBits=3' "$m"
    same cohgen_sram_1r1w 'Depth=3 Lanes=34 LaneBits=2' "$m"
    same cohgen_sram_1r1w 'Depth=8 Lanes=4 LaneBits=8' "$m"
    same cohgen_sram_1r1w 'Depth=3 Lanes=34 LaneBits=1' "$m"
    same cohgen_sram_1r1w 'Depth=3 Lanes=3 LaneBits=1' "$m" 's/& ~wlane_i\[First +: Here\])/)/'
    p='Depth=3 Lanes=3 LaneBits=2'
    same cohgen_sram_1r1w "$p" "$m" "s/wlane_i\[First +: Here\] == '1/wlane_i[First]/"
    same cohgen_sram_1r1w "$p" "$m" 's/if (wlane_i\[First + l\]) merged/if (wlane_i[First]) merged/'
    same cohgen_sram_1r1w "$p" "$m" 's/merged = mem_q\[waddr_i\];/merged = mem_q[raddr_i];/'
}

part_fifo() {
    m=COHGEN_FORMAL_FIFO
    prove induction 3 cohgen_fifo 'Width=2 Depth=1' "$m"
    prove induction 3 cohgen_fifo 'Width=2 Depth=3' "$m"
    prove induction 3 cohgen_fifo 'Width=8 Depth=8' "$m"
    prove induction 3 cohgen_fifo 'Width=2 Depth=3' "$m COHGEN_QUICK"
    sow 12 cohgen_fifo 'Width=2 Depth=3' "$m COHGEN_QUICK" 's/if (push) mem_q/if (push \&\& pop) mem_q/'
    sow 12 cohgen_fifo 'Width=2 Depth=3' "$m" "s/push_ready_o = (free_q != '0)/push_ready_o = 1'b1/"
    sow 12 cohgen_fifo 'Width=2 Depth=3' "$m" 's/if (push && !pop) free_q/if (push) free_q/'
}

part_pair_fifo() {
    m=COHGEN_FORMAL_PAIR_FIFO
    prove induction 3 cohgen_pair_fifo 'Width=2 Depth=2' "$m"
    prove induction 3 cohgen_pair_fifo 'Width=2 Depth=3' "$m"
    prove induction 3 cohgen_pair_fifo 'Width=4 Depth=6' "$m"
    sow 12 cohgen_pair_fifo 'Width=2 Depth=3' "$m" 's/push2 ? behind(next) : next/next/'
    sow 12 cohgen_pair_fifo 'Width=2 Depth=3' "$m" 's/mem_q\[next\] <= push2_data_i/mem_q[next] <= push_data_i/'
    sow 12 cohgen_pair_fifo 'Width=2 Depth=3' "$m" 's/ - CntBits.(push2);/;/'
    sow 12 cohgen_pair_fifo 'Width=2 Depth=3' "$m" "s/push_ready_o = (free_q != '0)/push_ready_o = 1'b1/"
}

part_delay() {
    m='COHGEN_FORMAL_DELAY COHGEN_FORMAL_FIFO'
    prove induction 3 cohgen_delay 'Width=2 Latency=2' "$m"
    prove induction 3 cohgen_delay 'Width=2 Latency=3' "$m"
    prove induction 3 cohgen_delay 'Width=2 Latency=6' "$m"
    sow 12 cohgen_delay 'Width=2 Latency=3' "$m" 's/travel_q\[Stages-1\]/travel_q[0]/'
    sow 12 cohgen_delay 'Width=2 Latency=3' "$m" 's/if (pop \&\& !arrive)/if (pop)/'
}

part_rollback_fifo() {
    m=COHGEN_FORMAL_ROLLBACK_FIFO
    prove induction 3 cohgen_rollback_fifo 'Width=2 Depth=1' "$m"
    prove induction 3 cohgen_rollback_fifo 'Width=2 Depth=3' "$m"
    prove induction 3 cohgen_rollback_fifo 'Width=8 Depth=8' "$m"
    prove induction 3 cohgen_rollback_fifo 'Width=2 Depth=3 Oldest=1' "$m"
    prove induction 3 cohgen_rollback_fifo 'Width=2 Depth=3 FlowThrough=1' "$m"
    prove induction 3 cohgen_rollback_fifo 'Width=2 Depth=1 FlowThrough=1 Oldest=1' "$m"
    sow 12 cohgen_rollback_fifo 'Width=2 Depth=3' "$m" 's/ && !rollback_i;/;/;s/sptr_d = cptr_q;/if (!take) sptr_d = cptr_q;/'
    sow 12 cohgen_rollback_fifo 'Width=2 Depth=3' "$m" 's/ + CntBits.(push);/;/'
    sow 12 cohgen_rollback_fifo 'Width=2 Depth=3 Oldest=1' "$m" 's/= mem_q\[cptr_q\]/= mem_q[sptr_q]/'
    sow 12 cohgen_rollback_fifo 'Width=2 Depth=3 FlowThrough=1' "$m" "s/data_o  = (wait_q != '0)/data_o = !push/"
}

part_source_queues() {
    m=COHGEN_FORMAL_SOURCE_QUEUES
    prove induction 3 cohgen_source_queues 'Width=2 Depth=1 Sources=1 SrcBits=1 Nap=2 Patience=1' "$m"
    prove induction 3 cohgen_source_queues 'Width=3 Depth=1 Sources=3 Oldest=1 Reasons=2 Nap=3 Patience=3' "$m"
    prove induction 3 cohgen_source_queues 'Width=3 Depth=2 Sources=4 Oldest=1 Reasons=1 Nap=4 Patience=4' "$m"
    p='Width=3 Depth=2 Sources=2 SrcBits=1 Oldest=1 Reasons=2 Nap=3 Patience=3'
    prove induction 3 cohgen_source_queues "$p" "$m"
    sow 12 cohgen_source_queues "$p" "$m" 's/slot(first_q, taken)\]/first_q]/'
    sow 12 cohgen_source_queues "$p" "$m" 's/ahead_q & ~back;/ahead_q;/'
    sow 12 cohgen_source_queues "$p" "$m" 's/ | {Reasons{nap_q == .*}};/;/'
    sow 12 cohgen_source_queues "$p" "$m" 's/go & ~taken_q;/go;/'
    sow 16 cohgen_source_queues "$p" "$m" "s/ ? watch_q : '1;/ ? '1 : watch_q;/"
    sow 12 cohgen_source_queues "$p" "$m" 's/take_i}});$/1'"'b1}});/"
    sow 12 cohgen_source_queues "$p" "$m" 's/= waits & awake & only/= waits \& awake \& only \& ~ahead_q/'
}

part_arb_rr() {
    m=COHGEN_FORMAL_ARB_RR
    for n in 1 2 5 8; do prove induction 2 cohgen_arb_rr "N=$n" "$m"; done
    sow 12 cohgen_arb_rr 'N=5' "$m" 's/mask_q <= (first.*/mask_q <= below(grant_o) | grant_o;/'
    sow 12 cohgen_arb_rr 'N=5' "$m" "s/mask_q <= (first.*/mask_q <= '1;/"
}

part_xbar() {
    m='COHGEN_FORMAL_XBAR COHGEN_FORMAL_FIFO COHGEN_FORMAL_ARB_RR'
    prove induction 3 cohgen_xbar 'In=2 Out=2 Width=2 Depth=2' "$m"
    prove induction 3 cohgen_xbar 'In=3 Out=2 Width=2 Depth=1' "$m"
    prove induction 3 cohgen_xbar 'In=3 Out=3 Width=2 Depth=0' "$m"
    prove induction 3 cohgen_xbar 'In=3 Out=2 Width=2 Depth=1' "$m COHGEN_QUICK"
    prove induction 3 cohgen_xbar 'In=3 Out=3 Width=2 Depth=0' "$m COHGEN_QUICK"
    sow 8 cohgen_xbar 'In=2 Out=2 Width=2 Depth=0' "$m COHGEN_QUICK" 's/if (grant\[i\]) data/if (req[i]) data/'
    e='COHGEN_FORMAL_XBAR COHGEN_FORMAL_XBAR_END'
    for d in 0 1 2; do prove bounded 8 cohgen_xbar "In=2 Out=2 Width=2 Depth=$d" "$e"; done
    sow 8 cohgen_xbar 'In=2 Out=2 Width=2 Depth=2' "$m" 's/in_dst_i & ~done_q/in_dst_i/'
    sow 8 cohgen_xbar 'In=2 Out=2 Width=2 Depth=2' "$e" 's/= grant\[i\] && ready;/= grant[i];/'
}

part_plru() {
    m=COHGEN_FORMAL_PLRU
    for n in 1 2 4 8 16; do prove combinational 1 cohgen_plru "Ways=$n" "$m"; done
    for n in 2 4 8; do prove combinational 1 cohgen_plru_cycle "Ways=$n" ''; done
    sow 1 cohgen_plru 'Ways=4' "$m" 's/ && !full\[2\*n+2\])/)/'
    sow 1 cohgen_plru 'Ways=4' "$m" 's/full\[n\] = full\[2\*n+1\] &&/full[n] = full[2*n+1] ||/'
}

part_mshr() {
    m=COHGEN_FORMAL_MSHR
    prove induction 2 cohgen_mshr 'Entries=1 KeyBits=2 SetBits=0 WayBits=1 Ways=1 Width=1' "$m"
    prove induction 2 cohgen_mshr 'Entries=3 KeyBits=3 SetBits=1 WayBits=2 Ways=3 Width=2' "$m"
    prove induction 2 cohgen_mshr 'Entries=8 KeyBits=6 SetBits=2 WayBits=2 Ways=4 Width=4' "$m"
    p='Entries=3 KeyBits=3 SetBits=1 WayBits=2 Ways=3 Width=2'
    sow 8 cohgen_mshr "$p" "$m" 's/(data & ~flash_mask_i)/(data_q[e] \& ~flash_mask_i)/'
    sow 8 cohgen_mshr "$p" "$m" 's/match\[e\] = valid_q\[e\] &&/match[e] =/'
    sow 8 cohgen_mshr "$p" "$m" 's/else if (second\[e\]) /else if (second[e] \&\& flash_i) /'
    sow 8 cohgen_mshr "$p" "$m" 's/<= wr_here\[e\] && wr_has_way_i/<= wr_has_way_i/'
    sow 8 cohgen_mshr "$p" "$m" 's/ : pair_here\[e\] ? pair_data_i//'
    sow 8 cohgen_mshr "$p" "$m" 's/~valid_q & ~lowest(~valid_q)/~valid_q/'
}

part_waiters() {
    m='COHGEN_FORMAL_WAITERS COHGEN_FORMAL_ARB_RR'
    prove induction 3 cohgen_waiters 'Entries=1 Width=1 Mshrs=1 IdBits=1' "$m"
    prove induction 3 cohgen_waiters 'Entries=3 Width=2 Mshrs=3 IdBits=2' "$m"
    prove induction 3 cohgen_waiters 'Entries=8 Width=4 Mshrs=4 IdBits=2 IdAt=1' "$m"
    prove induction 3 cohgen_waiters 'Entries=5 Width=3 Mshrs=3 IdBits=2 IdAt=1 Served=1' "$m"
    prove induction 3 cohgen_waiters 'Entries=1 Width=1 Mshrs=1 IdBits=1 Words=1' "$m"
    prove induction 3 cohgen_waiters 'Entries=4 Width=2 Mshrs=3 IdBits=2 Words=3 Served=1' "$m"
    p='Entries=3 Width=2 Mshrs=3 IdBits=2'
    prove induction 3 cohgen_waiters "$p" "$m COHGEN_QUICK"
    sow 10 cohgen_waiters "$p" "$m COHGEN_QUICK" 's/if (offer_q\[e\])/if (is_ready[e])/'
    sow 10 cohgen_waiters "$p" "$m" 's/told ? to == Wait : //'
    sow 10 cohgen_waiters "$p" "$m" 's/others = is_free & ~first_q/others = is_free/'
    sow 10 cohgen_waiters "$p" "$m" 's/next   = merge_q ||/next   =/'
    sow 10 cohgen_waiters "$p" "$m" 's/ \&\& !offer_q\[e\];/;/'
    sow 10 cohgen_waiters "$p" "$m" 's/if (dropped)    state_d = Free/if (dropped \&\& !woken) state_d = Free/'
    sow 10 cohgen_waiters "$p" "$m" 's/due_at_q   <= taken_at_q/due_at_q   <= offer_at/'
    p='Entries=3 Width=2 Mshrs=3 IdBits=2 Words=2'
    sow 10 cohgen_waiters "$p" "$m" 's/(words_d & wake_words_q)/(words_q \& wake_words_q)/'
    sow 10 cohgen_waiters "$p" "$m" 's/(told \&\& put_q) ?/told ?/'
}

part_flash_map() {
    m=COHGEN_FORMAL_FLASH_MAP
    prove induction 2 cohgen_flash_map 'Rows=1 Lanes=1 Bits=1' "$m"
    prove induction 2 cohgen_flash_map 'Rows=3 Lanes=2 Bits=2' "$m"
    prove induction 2 cohgen_flash_map 'Rows=8 Lanes=4 Bits=3' "$m"
    p='Rows=3 Lanes=2 Bits=2'
    sow 8 cohgen_flash_map "$p" "$m" 's/else if (flash_i)/else if (flash_i \&\& !wen_i)/'
    sow 8 cohgen_flash_map "$p" "$m" 's/wlane_i\[l\]/wlane_i != 0/'
}

part_clock() {
    m=COHGEN_FORMAL_CLOCK
    prove induction 2 cohgen_clock 'Bits=1 Cycles=1' "$m"
    prove induction 2 cohgen_clock 'Bits=3 Cycles=4' "$m"
    prove induction 2 cohgen_clock 'Bits=2 Cycles=3' "$m"
    sow 16 cohgen_clock 'Bits=2 Cycles=3' "$m" 's/wrap_o  = step \&\& /wrap_o  = /'
    sow 16 cohgen_clock 'Bits=2 Cycles=3' "$m" 's/Cycles - 1));/Cycles));/'
}

part_fences() {
    m='COHGEN_FORMAL_FENCES COHGEN_FORMAL_ARB_RR'
    prove induction 2 cohgen_fences 'Threads=1 IdBits=1 Pause=1 Patience=1' "$m"
    prove induction 2 cohgen_fences 'Threads=3 IdBits=2 Pause=2 Patience=2' "$m"
    prove induction 2 cohgen_fences 'Threads=8 IdBits=3' "$m"
    p='Threads=3 IdBits=2 Pause=2 Patience=2'
    sow 10 cohgen_fences "$p" "$m" "s/(ahead_q | taken_q) == '0/taken_q == '0/"
    sow 10 cohgen_fences "$p" "$m" 's/done_i ? parked_q \& ~taken_q : parked_q/parked_q \& ~taken_q/'
}

part_ram_fwd() {
    m=COHGEN_FORMAL_RAM_FWD
    prove induction 3 cohgen_ram_fwd 'Depth=1 Lanes=1 LaneBits=1' "$m"
    prove induction 3 cohgen_ram_fwd 'Depth=3 Lanes=2 LaneBits=2' "$m"
    prove induction 3 cohgen_ram_fwd 'Depth=8 Lanes=4 LaneBits=4' "$m"
    q="$m COHGEN_QUICK"
    prove induction 3 cohgen_ram_fwd 'Depth=3 Lanes=3 LaneBits=1' "$q"
    prove induction 3 cohgen_ram_fwd 'Depth=3 Lanes=2 LaneBits=2' "$q"
    sow 8 cohgen_ram_fwd 'Depth=3 Lanes=3 LaneBits=1' "$q" 's/(ram_rdata & ~fwd_q)/ram_rdata/'
    p='Depth=3 Lanes=2 LaneBits=2'
    sow 8 cohgen_ram_fwd "$p" "$q" 's/if (fwd_q\[l\])/if (fwd_q[0])/'
    sow 8 cohgen_ram_fwd "$p" "$m" "s/collide ? wlane_i : '0/collide ? '1 : '0/"
    sow 8 cohgen_ram_fwd "$p" "$m" 's/if (ren_i) fwd_q /if (collide) fwd_q /'
}

part_order() {
    m='COHGEN_FORMAL_ORDER COHGEN_FORMAL_ARB_RR'
    prove induction 3 cohgen_order 'Threads=1 Width=1 DataBits=1' "$m"
    prove induction 3 cohgen_order 'Threads=3 Width=2 DataBits=2' "$m"
    prove induction 3 cohgen_order 'Threads=8 Width=4 DataBits=4' "$m"
    p='Threads=3 Width=2 DataBits=2'
    sow 14 cohgen_order "$p" "$m" 's/next_q == After) ? held_data/next_q == Middle) ? held_data/'
    sow 14 cohgen_order "$p" "$m" 's/out_ready_i \&\& !own_valid_q/out_ready_i/'
}

part_store_buffer() {
    m=COHGEN_FORMAL_STORE_BUFFER
    prove induction 3 cohgen_store_buffer 'Entries=1 KeyBits=2 LineBytes=1 Pause=1' "$m"
    prove induction 3 cohgen_store_buffer 'Entries=3 KeyBits=3 LineBytes=2 Pause=2' "$m"
    prove induction 3 cohgen_store_buffer 'Entries=8 KeyBits=5 LineBytes=2 FieldBits=2' "$m"
    p='Entries=3 KeyBits=3 LineBytes=2 Pause=2'
    sow 12 cohgen_store_buffer "$p" "$m" 's/(known_q\[e\] \&\& valid_q\[e\])/known_q[e]/'
    sow 12 cohgen_store_buffer "$p" "$m" 's/look_q \&\& make \&\& s1_key_q == s2_key_q/1'"'b0/"
    sow 12 cohgen_store_buffer "$p" "$m" 's/(urgent != .0) ? urgent : //'
    sow 12 cohgen_store_buffer "$p" "$m" 's/put_bytes_i | {LineBytes{!hit_o}}/put_bytes_i/'
}

part_sum() {
    m=COHGEN_FORMAL_SUM
    for n in 1 8 9 16 20 33; do prove combinational 1 cohgen_sum "Width=$n" "$m"; done
    sow 1 cohgen_sum 'Width=20' "$m" 's/(over1\[k\] \&\& passed)/over1[k]/'
    sow 1 cohgen_sum 'Width=20' "$m" 's/carry\[k\] ? with1 : with0/k == 2 ? with0 : carry[k] ? with1 : with0/'
}

part_axi_port() {
    m='COHGEN_FORMAL_AXI_PORT COHGEN_FORMAL_ARB_RR COHGEN_FORMAL_FIFO'
    prove induction 3 cohgen_axi_port 'AddrBits=3 LineBytes=1 DataBits=8 IdBits=1 Reads=1 Writes=1' "$m"
    prove induction 3 cohgen_axi_port 'AddrBits=4 LineBytes=2 DataBits=8 IdBits=2 Reads=3 Writes=2' "$m"
    prove induction 3 cohgen_axi_port 'AddrBits=4 LineBytes=4 DataBits=8 IdBits=2 Reads=2 Writes=3 Strobes=1' "$m"
    p='AddrBits=4 LineBytes=2 DataBits=8 IdBits=2 Reads=3 Writes=2'
    sow 12 cohgen_axi_port "$p" "$m" 's/r_beat && (r_id == direct_id_q)/r_beat/'
    sow 12 cohgen_axi_port "$p" "$m" 's/ && !direct;/;/'
    sow 12 cohgen_axi_port "$p" "$m" 's/ && whole_q == .0 && !out_busy_q/ \&\& !out_busy_q/'
    sow 12 cohgen_axi_port "$p" "$m" 's/ && !conflict && ar_ready/ \&\& ar_ready/'
    sow 12 cohgen_axi_port "$p" "$m" 's/== .0 || w_end)/<= LeftBits'"'"'(1))/'
    sow 12 cohgen_axi_port "$p" "$m" 's/(!beat_valid_q || beat_take)/!fill_valid_q/'
}

[ $# -gt 0 ] || set -- sram_1r1w fifo pair_fifo delay rollback_fifo source_queues arb_rr xbar plru mshr waiters fences clock ram_fwd order store_buffer flash_map sum axi_port
for part; do
    part=${part#cohgen_}
    if grep -q "^part_$part()" "$here/run.sh"; then "part_$part"; else fail "no such part: $part"; fi
done
total
