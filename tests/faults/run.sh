#!/bin/bash
# Show that the checks check. table/NAME.sed makes a wrong table of protocols/rcc.json, or of the protocol that its name
# begins with: hardware and lockstep model are made
# from it, so it is for the memory oracle to find out. rtl/NAME.sed changes one line of one emitted file, which its first
# line names (the protocol is the first word of its name): lockstep, oracle or watchdog must see it. Each fault is run with a few seeds until it is caught.
# tests/faults/run.sh [NAME...]. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
. mk/json.sh
out=build/test/faults
mkdir -p "$out"
random=("-w random -O lines=4 -n 30000 -s 1" "-w random -O lines=4 -n 30000 -s 2" "-w random -n 60000 -s 3"
    "-w random -n 60000 -s 4 -O stride=8" "-w spin_mutex -s 5" "-w histogram -s 6")
# Where the model forbids data races.
episodes=("-w episodes -n 30000 -s 1" "-w episodes -n 60000 -s 2 -O length=60" "-w spin_mutex -s 5" "-w work_steal -s 6")

# Who caught it, from the report of a failing run.
checker() {
    reason=$(json "$1" reason)
    case $reason in
    lockstep*) echo "lockstep" ;;
    *oracle* | *model* | *order* | *value*) echo "oracle" ;;
    deadlock* | starvation*) echo "watchdog" ;;
    *) echo "the workload's own check" ;;
    esac
}

# hunt NAME PROTOCOL ARGUMENTS...: caught by whom, and with which run
hunt() {
    name=$1
    shift
    for run in "${runs[@]}"; do
        report=$out/$name.json log=$out/$name.log
        rm -f "$report"
        # shellcheck disable=SC2086
        build/cohgen sim "$@" --point $point $run --no-rerun --report "$report" >"$log" 2>&1 </dev/null
        case $? in
        0) continue ;;
        1)
            if [ -s "$report" ]; then by=$(checker "$report"); else by="an assertion of the design"; fi
            ok "$name: caught by $by (cycle $(json "$report" cycles)): $(grep '^# ' "$sed" | grep -v '\.sv$' | head -n 1 | cut -c3-)"
            return
            ;;
        *)
            fail "$name: it did not run"
            tail -n 5 "$log" | cut -c1-200
            return
            ;;
        esac
    done
    fail "$name: nobody noticed"
}

# settings PROTOCOL: its design point, and runs that go with it
settings() {
    races=$(json "protocols/models/$(json "protocols/$1.json" consistency).json" races)
    if [ "$races" = forbidden ]; then runs=("${episodes[@]}"); else runs=("${random[@]}"); fi
    case $1 in
    rcc) point=stress ;;
    gd) point=buffers ;;
    *) point=clock ;;
    esac
}

wanted() { [ $# -eq 0 ] || [[ " $* " == *" $name "* ]]; }

for sed in tests/faults/table/*.sed; do
    name=$(basename "$sed" .sed)
    wanted "$@" || continue
    protocol=${name%%_*}
    [ -f "protocols/$protocol.json" ] || protocol=rcc
    settings "$protocol"
    sed -f "$sed" "protocols/$protocol.json" >"$out/$name.table.json"
    if cmp -s "$out/$name.table.json" "protocols/$protocol.json"; then fail "$name: changes nothing"
    else hunt "$name" "$out/$name.table.json"; fi
done

for sed in tests/faults/rtl/*.sed; do
    name=$(basename "$sed" .sed)
    wanted "$@" || continue
    design=$out/$name.rtl
    file=$design/$(sed -n '1s/^# //p' "$sed") protocol=$(sed -n '1s/^# \([^_]*\)_.*/\1/p' "$sed")
    settings "$protocol"
    build/cohgen gen "$protocol" --point $point -q -o "$design"
    sed -f "$sed" "$file" >"$out/new.sv"
    if cmp -s "$out/new.sv" "$file"; then
        fail "$name: changes nothing"
    else
        mv "$out/new.sv" "$file"
        hunt "$name" "$protocol" --design "$design"
    fi
done
total
