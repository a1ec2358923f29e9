#!/bin/sh
# Proves what the parts of rtl/ promise: tests/formal/run.sh [part...], all parts by default.
#
# Yosys turns a part, with the properties of <part>_props.svh compiled in, into SMT; yosys-smtbmc and
# z3 then show that no run from reset breaks an assertion within K cycles and, for a proof by
# induction, that K cycles without a breach are never followed by one: so no run of any length breaks
# one. Every part is then proved again with a fault sown into a copy of it, which must fail. proofs.list says what is
# proved of which part.
# One line per proof. Exit status 1 when some proof fails, or some fault is not found.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
here=$PWD/tests/formal
rtl=$PWD/rtl
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fault=
list=$here/proofs.list
parts=$(sed -n 's/^\([a-z].*\):.*/\1/p' "$list" | uniq | tr '\n' ' ')
parts=${parts% }
sources="$(digest rtl tests/formal) $(versions yosys z3)"

# Builds $dir/m.smt2 from module $1, with the parameters $2 ('A=1 B=2') and the macros $3.
build() {
    top=$1 params='' defines=''
    for word in $2; do params="$params -set ${word%=*} ${word#*=}"; done
    for d in $3; do defines="$defines -D$d"; done
    rm -rf "$dir/src" && mkdir "$dir/src"
    cp "$rtl"/cohgen_*.sv "$dir/src"
    cp "$here"/*.sv "$here"/*.svh "$dir/src"
    { sed '/^);/q' "$rtl/cohgen_sram_1r1w.sv" && cat "$here/cohgen_sram_1r1w_any.svh"; } >"$dir/src/cohgen_sram_1r1w.sv"
    { sed '/^);/q' "$rtl/cohgen_sram_1rw.sv" && cat "$here/cohgen_sram_1rw_any.svh"; } >"$dir/src/cohgen_sram_1rw.sv"
    if [ -n "$fault" ]; then
        sed "$fault" "$dir/src/$faulty.sv" >"$dir/new.sv"
        if cmp -s "$dir/new.sv" "$dir/src/$faulty.sv"; then
            echo "the fault changes nothing"
            return 1
        fi
        cp "$dir/new.sv" "$dir/src/$faulty.sv"
    fi
    join=
    if [ "$top" = cohgen_ram_fwd ] || [ "$top" = cohgen_ram_1rw ] || [ "$top" = cohgen_sfifo ]; then
        join='connect -set f_stored \u_sram.f_stored; connect -set \u_sram.f_addr f_addr;'
    fi
    if [ "$top" = cohgen_sfifo ]; then
        join="$join"' connect -set f_head \u_sram.f_stored2; connect -set \u_sram.f_addr2 cptr_q;'
        join="$join"' connect -set f_last \u_sram.f_stored3; connect -set \u_sram.f_addr3 f_last_addr;'
    fi
    if [ "$top" = cohgen_order ]; then
        join='connect -set f_waiting \u_waiting.f_stored; connect -set \u_waiting.f_addr f_me;'
        join="$join"' connect -set f_held \u_held.f_stored; connect -set \u_held.f_addr f_me;'
    fi
    if [ "$top" = cohgen_scoreboard ]; then
        join='connect -set f_held \u_held.f_stored; connect -set \u_held.f_addr f_me;'
        join="$join"' connect -set f_beside \u_beside.f_stored; connect -set \u_beside.f_addr f_row;'
    fi
    if [ "$top" = cohgen_stash_map ]; then
        join='connect -set f_stored \u_maps.u_sram.f_stored; connect -set \u_maps.u_sram.f_addr f_g;'
    fi
    if [ "$top" = cohgen_stash_storage ]; then
        join='connect -set f_stored_states \u_states.u_sram.f_stored; connect -set \u_states.u_sram.f_addr f_chunk;'
        join="$join"' connect -set f_stored_note \u_notes.u_sram.f_stored; connect -set \u_notes.u_sram.f_addr f_chunk;'
        join="$join"' connect -set f_stored_word \u_words.u_sram.f_stored; connect -set \u_words.u_sram.f_addr f_addr;'
    fi
    if [ "$top" = cohgen_scratch_dma ]; then
        join='connect -set f_stored \u_words.f_stored; connect -set \u_words.f_addr f_word;'
    fi
    if [ "$top" = cohgen_store_buffer ]; then
        join='connect -set f_stored \u_data.u_sram.f_stored; connect -set \u_data.u_sram.f_addr f_idx_q;'
    fi
    if [ "$top" = cohgen_axi_port ]; then
        join='connect -set f_stored \u_beats.f_stored; connect -set \u_beats.f_addr f_word;'
    fi
    # Latches have no clock: a step of the solver is then any moment, and flip-flops look for the edges of theirs.
    clocks=async2sync
    case $top in cohgen_row_same | cohgen_rows_same) clocks=clk2fflogic ;; esac
    # The hierarchy reads the parts that this one is made of, and no others.
    (cd "$dir/src" && yosys -q -p "verilog_defaults -add -formal -sv $defines; read_verilog -defer $top.sv;
        chparam $params $top; hierarchy -check -libdir . -top $top; proc; flatten; $join
        prep -auto-top -nordff; memory_map; opt -full; $clocks; dffunmap; write_smt2 -wires $dir/m.smt2") \
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

# breach depth module params macros sed-script [part]: quiet if the fault is found; it is in the module, or in a part of it
breach() {
    fault=$5 faulty=${6:-$2}
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

# sow depth module params macros sed-script [part]: the fault must be found within depth cycles
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

# Macros as the compiler gets them.
macros_of() { for word; do printf 'COHGEN_%s ' "$word"; done | sed 's/ $//'; }

# row how depth-or-macro word...: a row of the list, whose words are parameters and +MACROs
row() {
    if [ "$1" = full ]; then
        full || return 0
        shift
    fi
    how=$1 depth=$2 p='' m=$macros part=$module
    shift 2
    for word; do
        case $word in
        @*) part=${word#@} ;;
        +*) m="$m $(macros_of "${word#+}")" ;;
        *) p="$p${p:+ }$word" ;;
        esac
    done
    case $how in
    fault) sow "$depth" "$module" "$p" "$m" "$script" "$part" ;;
    same | differs) same "$module" "$p" "$(macros_of "$depth")" ${script:+"$script"} ;;
    *) prove "$how" "$depth" "$module" "$p" "$m" ;;
    esac
}

# The rows of a part.
part() {
    of=
    while IFS= read -r line; do
        case $line in
        '#'* | '') ;;
        [a-z]*)
            of=${line%%:*} module=${line#*: } macros=
            case $module in *' '*) macros=$(macros_of ${module#* }) module=${module%% *} ;; esac
            ;;
        *)
            script=
            case $line in *': '*) script=${line#*: } line=${line%%: *} ;; esac
            [ "$of" != "$1" ] || row $line
            ;;
        esac
    done <"$list"
}

[ $# -gt 0 ] || set -- $parts
for part; do
    case " $parts " in
    *" ${part#cohgen_} "*) part "${part#cohgen_}" ;;
    *) fail "no such part: $part" ;;
    esac
done
total
