#!/bin/bash
# Show that the checks check. table/NAME.sed makes a wrong table: hardware and lockstep model are made from it, so it is for
# the memory oracle to find out. rtl/NAME.sed changes one line of one emitted file: lockstep, oracle or watchdog must see it.
# All faults of rtl/ that have the same design point are planted into one design (plant.awk), and one of them is switched on in each
# run (`-c planted=N`); with none the design must hold.
# A fault says of itself, in comments:
#
#     # tcw_l1.sv        first: the file it changes, "PROTOCOL.json" or an emitted one; a table's default is rcc.json
#     # What is wrong.
#     # by: watchdog     who must catch it (default: anybody): lockstep, oracle, watchdog, limit (on cycles), memory port,
#                      workload, assertion
#     # point: tcs_long    its design point in points.list, if that is not the protocol's
#     # when: full       with FULL=1 only, or when it is asked for by name: another fault shows that the same check checks
#     # without: f       a table's fault: planted into what the table is without this feature
#     # run: -w random   arguments of `cohgen sim` for the first run; then come those of `runs`
#     # only: walks      of a table's fault: no run of the hardware is known that shows it
#
# port.list: programs that break a rule of the core port; an assertion of the design must say which.
#
# Each is run until it is caught, at the protocol's design point (points.list). A table's fault is looked for by random walks,
# which have the same oracle and no hardware; one that walks do not catch, and with FULL=1 each, by co-simulation. Their
# logs are in build/test/faults.
# tests/faults/run.sh [NAME...]. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
. mk/json.sh
results faults kept
runs=("-w random -O lines=4 -n 30000 -s 1" "-w random -O lines=4 -n 30000 -s 2" "-w random -n 60000 -s 3"
    "-w random -n 60000 -s 4 -O stride=8" "-w spin_mutex -O poll=load -s 5" "-w histogram -s 6")
# where the model forbids data races
episodes=("-w episodes -n 30000 -s 1" "-w episodes -n 60000 -s 2 -O length=60" "-w episodes -n 60000 -s 3 -O lines=6 -O words=4"
    "-w spin_mutex -O poll=load -s 5" "-w work_steal -s 6")

# Who caught it, from the report of a failing run.
checker() {
    reason=$(json "$1" reason)
    case $reason in
    *assertion*) echo "assertion" ;;
    memory\ port*) echo "memory port" ;;
    lockstep*) echo "lockstep" ;;
    *oracle* | *model* | *order* | *value*) echo "oracle" ;;
    deadlock* | starvation* | livelock*) echo "watchdog" ;;
    *max_cycles*) echo "limit" ;;
    *) echo "workload" ;;
    esac
}

# What a fault says of itself under KEY.
said() { sed -n "s/^# $2: //p" "$1"; }

# keep_catch: the last test has passed: its line is kept for this key.
keep_catch() {
    echo "$caught_by" >"$out/caught"
    keep "$key" "$out/caught"
}

# kept_catch KEY: was the fault caught before?
kept_catch() {
    key=$1
    kept "$key" "$out/caught" || return
    ok "$(cat "$out/caught") (kept)"
}

# walked TABLE: do random walks over it catch the fault, as who should?
walked() {
    build/cohgen walk "$1" $point --json >"$out/$name.json" 2>"$out/$name.log" </dev/null
    [ $? -eq 1 ] || return
    by=$(checker "$out/$name.json") expected=$(said "$sed" by)
    [ "${expected:-$by}" = "$by" ] || return
    caught_by="$name: caught by $by in a walk: $(what_is_wrong)"
    if walks_alone; then caught_by="$caught_by (no run of the hardware is known that shows it)"; fi
    ok "$caught_by"
    full || keep_catch
}

walks_alone() { [ "$(said "$sed" only)" = walks ]; }

what_is_wrong() { grep '^# ' "$sed" | grep -v '\.\(sv\|json\)$' | head -n 1 | cut -c3-; }

# caught REPORT: by whom, and was it the one who should?
caught() {
    if [ ! -s "$1" ]; then
        fail "$name: a failed check without a report"
        return
    fi
    by=$(checker "$1")
    expected=$(said "$sed" by)
    if [ "${expected:-$by}" = "$by" ]; then
        caught_by="$name: caught by $by (cycle $(json "$1" cycles)): $(what_is_wrong)"
        ok "$caught_by"
        keep_catch
    else
        fail "$name: caught by $by, not by $expected" "$(json "$1" reason)"
    fi
}

# Of a table as it is read: what it is made of may say which model.
forbids_races() {
    [ "$(json "protocols/models/$(build/cohgen gen "$(table_file "$1")" --dump-table | json - consistency).json" races)" = forbidden ]
}

# hunt PROTOCOL ARGUMENTS...: with which run is it caught?
hunt() {
    tries=("${runs[@]}")
    if forbids_races "$protocol"; then tries=("${episodes[@]}"); fi
    first=$(said "$sed" run)
    if [ -n "$first" ]; then tries=("$first" "${tries[@]}"); fi
    for run in "${tries[@]}"; do
        report=$out/$name.json log=$out/$name.log
        rm -f "$report"
        # shellcheck disable=SC2086
        build/cohgen sim "$@" $point $run --no-rerun --report "$report" >"$log" 2>&1 </dev/null
        case $? in
        0) continue ;;
        1) caught "$report" ;;
        *) fail "$name: it did not run" "$(tail -n 5 "$log" | cut -c1-200)" ;;
        esac
        return
    done
    fail "$name: nobody noticed"
}

point_of() { sed -n "s/^${1:-$protocol}  *//p" tests/faults/points.list | sed "s/@tiny/$tiny/; s/ *--steer .*//; s/ *--whole [0-9]*//"; }
# What makes all runs of a point use one model, the one in which queues can be steered.
steer_of() { sed -n "s/^$1 .*--steer  *//p" tests/faults/points.list; }

# Operations of the run with no fault: with FULL=1 twice as many.
whole_of() {
    local n
    n=$(sed -n "s/^$1 .*--whole  *\([0-9]*\).*/\1/p" tests/faults/points.list)
    n=${n:-10000}
    if full; then n=$((2 * n)); fi
    echo "$n"
}

# The protocol of emitted file or point $1: the longest name that it begins with, or is.
owner() {
    local table name best=
    for table in protocols/*.json tests/tables/*.json; do
        name=${table##*/} name=${name%.json}
        if [[ ${1}_ == "$name"_* ]] && [ ${#name} -gt ${#best} ]; then best=$name; fi
    done
    echo "$best"
}

wanted=$*
wanted() { [ -z "$wanted" ] || [[ " $wanted " == *" $name "* ]]; }
# later FILE: is the fault for another time?
later() { [ "$(said "$1" when)" = full ] && [ -z "$wanted" ] && ! full; }

for sed in tests/faults/table/*.sed; do
    name=$(basename "$sed" .sed)
    wanted && ! later "$sed" || continue
    protocol=$(sed -n '1s/^# \([a-z0-9_]*\)\.json$/\1/p' "$sed")
    protocol=${protocol:-rcc}
    point=$(point_of "$(said "$sed" point)")
    sed -f "$sed" "$(table_file "$protocol")" >"$out/$name.table.json"
    if cmp -s "$out/$name.table.json" "$(table_file "$protocol")"; then
        fail "$name: changes nothing"
        continue
    fi
    # Tables that it is made of stand beside it.
    base=$(json "$(table_file "$protocol")" base)
    while [ -n "$base" ] && [ -f "tests/tables/$base.json" ]; do
        cp "tests/tables/$base.json" "$out/"
        base=$(json "tests/tables/$base.json" base)
    done
    without=$(said "$sed" without)
    if [ -n "$without" ]; then
        if ! build/cohgen gen "$out/$name.table.json" --without "$without" --dump-table >"$out/$name.less.json" 2>"$out/$name.log"; then
            fail "$name: no table without $without" "$(head -n 5 "$out/$name.log")"
            continue
        fi
        mv "$out/$name.less.json" "$out/$name.table.json"
    fi
    simulation "$out/$name.table.json"
    kept_catch "$simulated $(digest "$sed") $point ${FULL:-0}" && continue
    if ! walked "$out/$name.table.json" || { full && ! walks_alone; }; then hunt "$out/$name.table.json"; fi
done

# plant GROUP: the design of a point with all faults of rtl/ that are for it, in $out/GROUP.rtl. A fault changes no number of
# lines, or says by itself what is to be chosen, with PLANTED for its condition.
plant() {
    local sed emitted n=0
    # shellcheck disable=SC2086
    build/cohgen gen "$(table_file "$protocol")" $point --instrumented -q -o "$design"
    for emitted in "$design/$protocol"_*.sv; do
        awk -f tests/faults/unwrap.awk "$emitted" >"$out/new.sv" && mv "$out/new.sv" "$emitted"
    done
    cp -r "$design/." "$design.emitted"
    for sed in $(group "$1"); do
        n=$((n + 1)) emitted=$(sed -n '1s/^# //p' "$sed")
        condition="(cohgen_planted::which == $n)"
        sed -f "$sed" "$design.emitted/$emitted" >"$out/wrong.sv"
        if cmp -s "$out/wrong.sv" "$design.emitted/$emitted"; then
            fail "$(basename "$sed" .sed): changes nothing"
        elif grep -q PLANTED "$sed"; then
            sed -f "$sed" "$design/$emitted" | sed "s/PLANTED/$condition/"
        else
            awk -v condition="$condition" -f tests/faults/plant.awk "$design.emitted/$emitted" "$out/wrong.sv" "$design/$emitted"
        fi >"$out/new.sv"
        if [ -s "$out/new.sv" ]; then mv "$out/new.sv" "$design/$emitted"; fi
    done
    echo "package cohgen_planted; int which; endpackage" >"$design/cohgen_planted.sv"
    sed -i '1i+define+COHGEN_PLANTED\ncohgen_planted.sv' "$design/$protocol.f"
    rm -rf "$design.emitted"
}

# group NAME: files of the faults whose design point it is
group() {
    local sed
    for sed in tests/faults/rtl/*.sed; do
        if [ "${group_named[$sed]}" = "$1" ]; then echo "$sed"; fi
    done
}
group_of() {
    local point protocol
    point=$(said "$1" point) protocol=$(owner "$(sed -n '1s/^# //p' "$1")")
    echo "${point:-$protocol}"
}

declare -A group_named
for sed in tests/faults/rtl/*.sed; do group_named[$sed]=$(group_of "$sed"); done

# What there is to do with the design of a group: each of its faults, and no fault.
planted() {
    local n=0
    for sed in $(group "$1"); do
        n=$((n + 1)) name=$(basename "$sed" .sed)
        wanted && ! later "$sed" || continue
        kept_catch "$simulated $(digest "$design" "$sed") $point $steer" && continue
        # shellcheck disable=SC2086
        hunt "$(table_file "$protocol")" --design "$design" -c "planted=$n" $steer
    done
    name=$1_whole workload=random
    wanted || return
    if forbids_races "$protocol"; then workload=episodes; fi
    key="$simulated $(digest "$design") $point $steer $(whole_of "$1")"
    if kept "$key"; then
        ok "$name: with no fault it holds (kept)"
    # shellcheck disable=SC2086
    elif build/cohgen sim "$(table_file "$protocol")" --design "$design" $point $steer -w "$workload" -n "$(whole_of "$1")" >"$out/$name.log" 2>&1 </dev/null; then
        ok "$name: with no fault it holds"
        keep "$key"
    else
        fail "$name: with no fault" "$(tail -n 5 "$out/$name.log" | cut -c1-200)"
    fi
}

# use GROUP: its design is the one that is run.
use() {
    protocol=$(owner "$(group "$1" | head -n 1 | xargs sed -n '1s/^# //p')") point=$(point_of "$1") steer=$(steer_of "$1")
    protocol=${protocol:-$(owner "$1")} # all are in parts: the point says whose they are
    design=$out/$1.rtl
    simulation "$(table_file "$protocol")"
    [ "$1" = "${used:-}" ] || plant "$1"
    used=$1
}

for g in $(for sed in tests/faults/rtl/*.sed; do
    name=$(basename "$sed" .sed)
    if wanted && ! later "$sed"; then echo "${group_named[$sed]}"; fi
done | sort -u); do
    use "$g"
    planted "$g"
done

while read -r g misuse said; do
    name=port_$misuse
    case $g in '#'*) continue ;; esac
    wanted || continue
    use "$g"
    kept_catch "$simulated $(digest "$design") $point $steer $misuse $said" && continue
    rm -f "$out/$name.json"
    # shellcheck disable=SC2086
    build/cohgen sim "$(table_file "$protocol")" --design "$design" $point $steer -w random -O lines=8 -O fences=5 -n 5000 -c "misuse=$misuse" \
        --no-rerun --report "$out/$name.json" >"$out/$name.log" 2>&1 </dev/null
    status=$?
    if [ $status -eq 1 ] && grep -q "$said" "$out/$name.log" && [ "$(checker "$out/$name.json")" = assertion ]; then
        caught_by="$name: $(grep -o "$said" "$out/$name.log" | head -n 1)"
        ok "$caught_by"
        keep_catch
    else
        fail "$name: exit $status" "$(tail -n 5 "$out/$name.log" | cut -c1-200)"
    fi
done <tests/faults/port.list
total
