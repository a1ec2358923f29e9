#!/bin/bash
# The flat Verilog-2005 file in Icarus: the ports of a run in Verilator (golden models on) are recorded, then played back
# to what Yosys wrote from the same sources (replay.v): cycle by cycle the outputs must be the same. All as points.list
# says, each for what others have not: clock, alarms, fences, completions. With FULL=1, or when RCC is asked for by name,
# its walk-through, too, at a point of some size. A protocol of which no list says anything: at the stress point.
# tests/icarus/run.sh [PROTOCOL...]. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
out=build/test/icarus
mkdir -p "$out"

tools="$(versions yosys iverilog) $(digest tests/icarus/replay.v)"

constant() { sed -n "s/^ *localparam int $1 *= *\([0-9]*\);.*/\1/p" "$design/${protocol}_pkg.sv"; }

# The design's modes (inputs of the table), as `-c NAME=VALUE` among the arguments says: connections for replay.v
modes() {
    sed -n 's/^ *input  logic \([a-z0-9_]*\)_i, \/\/ held from reset on.*/\1/p' "$design/${protocol}_system.sv" |
        while read -r mode; do
            value=$(tr ' ' '\n' <<<"$*" | sed -n "s/^$mode=//p")
            printf ".%s_i(1'b%s)," "$mode" "${value:-0}"
        done
}

# The core ports have space bits, commands of so many bits, order marks.
spaces() { grep -q _req_space_i "$design/${protocol}_system.sv" && echo -DSPACES; }
command_bits() { sed -n 's/^  input  logic \[[a-z0-9_]*_pkg::Cores\*\([0-9]*\)-1:0\] core_req_command_i,$/\1/p' "$design/${protocol}_system.sv"; }
commands() { [ -z "$(command_bits)" ] || echo "-DCOMMANDS=$(command_bits)"; }
order() { grep -q _req_order_i "$design/${protocol}_system.sv" && echo -DORDER; }

# Kinds of cores, as the system's ports say them: "core 4", or "cpu 2" and "gpu 2".
kinds() {
    sed -n 's/^  input  logic \[[a-z0-9_]*_pkg::\([A-Za-z0-9]*\)-1:0\] \([a-z0-9_]*\)_req_valid_i,$/\2 \1/p' \
        "$design/${protocol}_system.sv" | while read -r kind count; do echo "$kind $(constant "$count")"; done
}
# Their ports in replay.v: each kind has the next bits of all cores'.
ports() {
    local first=0 kind count port bits
    kinds | while read -r kind count; do
        while read -r port bits; do
            printf '.%s_%s(%s[%d*%s +: %d*%s]),' "$kind" "$port" "${port%_?}" $first "$bits" "$count" "$bits"
        done < <(
            printf '%s\n' 'req_valid_i 1' 'req_ready_o 1' 'req_op_i 2' 'req_addr_i A' 'req_tid_i T' 'req_wdata_i 32' \
                'req_wmask_i 4' 'req_aop_i 4' 'req_cmp_i 32' 'resp_valid_o 1' 'resp_tid_o T' 'resp_data_o 32'
            [ -z "$(order)" ] || echo req_order_i 2
            [ -z "$(spaces)" ] || echo req_space_i 1
            [ -z "$(commands)" ] || echo req_command_i B
        )
        first=$((first + count))
    done
}

# The flat file of a design whose rows of storage are latches (rtl/cohgen_row.sv); `gen --flat` reads no macros.
flatten_latches() {
    (cd "$design" && yosys -q -p "read_verilog -sv -DCOHGEN_LATCHES $(grep '^[a-z].*\.sv$' "$protocol.f" | tr '\n' ' ');
        hierarchy -check -top ${protocol}_system; proc; opt_clean; select -assert-min 1 t:\$dlatch; memory_collect; opt_clean;
        write_verilog -noattr ${protocol}_flat.v")
}

# replay NAME ARGUMENTS OF SIM... -- DESIGN POINT...
replay() {
    name=$protocol-$1 design=$out/$protocol-$1 log=$out/$protocol-$1.log
    shift
    run=()
    while [ "$1" != -- ]; do
        run+=("$1")
        shift
    done
    shift
    simulation "$(table_file "$protocol")"
    key="$simulated $tools $latches ${run[*]} -- $*"
    if kept "$key" "$log"; then
        ok "$name: $(sed -n 's/^replay: //p' "$log") (kept)"
        return
    fi
    if ! build/cohgen gen "$(table_file "$protocol")" "$@" --flat -q -o "$design" >"$log" 2>&1 ||
        { [ -n "$latches" ] && ! flatten_latches >>"$log" 2>&1; } ||
        ! build/cohgen sim "$(table_file "$protocol")" "$@" "${run[@]}" --record "$out/$name.rec" >>"$log" 2>&1 ||
        ! iverilog -g2005 $(order) $(spaces) $(commands) -o "$out/$name.vvp" -DTOP="${protocol}_system" -DCORES="$(kinds | awk '{ n += $2 } END { print n }')" -DKINDS="$(ports)" \
            -DPARTS="$(constant Partitions)" -DADDR="$(constant AddrBits)" -DTID="$(constant TidBits)" \
            -DID="$(constant AxiIdBits)" -DDATA="$(constant AxiDataBits)" -DMODES="$(modes "${run[@]}")" tests/icarus/replay.v \
            "$design/${protocol}_flat.v" >>"$log" 2>&1 ||
        ! vvp -n "$out/$name.vvp" "+recording=$out/$name.rec" >>"$log" 2>&1 ||
        ! grep -q '^1 passed, 0 failed' "$log"; then
        fail "$name"
        tail -n 8 "$log" | cut -c1-200 | sed 's/^/     /'
    else
        ok "$name: $(sed -n 's/^replay: //p' "$log")"
        keep "$key" "$log"
    fi
    rm -f "$out/$name.rec" "$out/$name.vvp"
}

latches=
wanted=$*
wanted() { [ -z "$wanted" ] || [[ " $wanted " == *" $protocol "* ]]; }

for table in protocols/*.json; do
    protocol=$(basename "$table" .json)
    wanted || continue
    grep -q "^$protocol " tests/sim/short.list && continue
    grep -q "^$protocol " tests/icarus/points.list || replay random -w random -n 2000 -- --point stress
    script=protocols/walkthroughs/${protocol}_fig3.json
    # shellcheck disable=SC2086
    if [ -f "$script" ] && { full || [ -n "$wanted" ]; }; then replay walk-through -- --script "$script" $few; fi
done

while read -r protocol name arguments; do
    case $protocol in '' | '#'*) continue ;; esac
    wanted || continue
    case $arguments in 'full '*) full || [ -n "$wanted" ] || continue ;; esac
    arguments=${arguments#full }
    case $arguments in 'latches '*) latches=yes ;; *) latches= ;; esac
    arguments=${arguments#latches }
    # shellcheck disable=SC2086
    replay "$name" ${arguments//@tiny/$tiny}
done <tests/icarus/points.list
total
