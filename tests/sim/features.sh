# What a protocol reuses and what it spares: a count for each cell of tables 2.2 and 3.2 of Sinclair's thesis. run.sh reads this file.
#
# A program is a script of operations, in which `synced` is an atomic that is a release and an acquire, of the scope or kind that is
# asked for. Counts are of the program alone, without what the harness does behind it.
step() { printf '{"core": %s, "op": "%s", "addr": "%s"%s}' "$1" "$2" "$3" "${4:+, \"value\": $4}"; }
synced() { printf '{"core": %s, "op": "atomic", "aop": "add", "operand": 1, "addr": "S"%s}' "$1" "${marks:+, \"marks\": [$marks]}"; }
program() {
    case $1 in
    written) step 0 load B 0 && echo , && step 0 store B 5 && echo , && synced 0 && echo , && step 0 load B 5 ;;
    valid) step 0 load B 0 && echo , && synced 0 && echo , && step 0 load B 0 ;;
    bursts) step 0 store B 5 && echo , && synced 0 ;;
    copied) step 0 load B 0 && echo , && synced 0 && echo , && synced 1 && echo , && step 1 store B 5 && echo , && synced 1 ;;
    alone) synced 0 && echo , && synced 1 && echo , && step 1 store B 5 && echo , && synced 1 ;;
    words) step 0 load B 0 && echo , && step 0 store B 5 && echo , && synced 0 && echo , && step 1 store D 6 && echo , && synced 1 && echo , && synced 0 && echo , && step 0 load B 5 ;;
    locks) synced 0 && echo , && synced 0 ;;
    stealing) step 0 load B 0 && echo , && step 0 store B 5 && echo , && synced 0 && echo , && step 0 load B 5 && echo , && synced 0 && echo , && synced 1 && echo , && step 1 load B 5 ;;
    esac
}

# feature NAME TABLE SCOPE WHAT NUMBER [MODEL]: the program NAME on TABLE has NUMBER of WHAT: hits in L1s of its loads ("load") or atomics
# ("atomic"), or messages of these names.
feature() {
    local report marks='' got run=feature_$1_$3${6:+_$6}
    chosen "$2" || return
    case $3 in local) marks='"acquire", "release", "local"' ;; unpaired | commutative) marks="\"$3\"" ;; esac
    printf '{"title": "%s", "symbols": {"S": "0x400", "B": "0x450", "D": "0x454"}, "columns": [], "steps": [\n%s\n]}\n' "$1" "$(program "$1")" >"$out/$2-$run.script"
    report=$out/$2-$run.json
    # shellcheck disable=SC2086
    build/cohgen sim "$2" $tiny ${point:-$(sed -n "s/^$2 episodes *@tiny \(.*\) -w .*/\1/p; s/^$2 unpaired *full @tiny \(.*\) --model .*/\1/p" tests/sim/short.list | head -n 1)} ${6:+--model $6} --no-rerun \
        -w script -O "script=$out/$2-$run.script" --report "$report" >"$out/$2-$run.log" 2>&1 || {
        fail "$2${6:+ $6}, $3: $1: the program fails" "$(tail -n 3 "$out/$2-$run.log" | cut -c1-200)"
        return
    }
    case $4 in
    load | atomic) got=$(json "$report" latency "$4" hits) ;;
    *) got=$(tr -d ' \n' <"$report" | sed 's/.*"messages"://; s/\].*//' | tr '{' '\n' | grep -E "^\"name\":\"($4)\"" | sed 's/.*"count":\([0-9]*\).*/\1/' | awk '{ n += $1 } END { print n + 0 }') ;;
    esac
    if [ "$got" = "$5" ]; then ok "$2${6:+ $6}, $3: $1: $5 ($4)"; else fail "$2${6:+ $6}, $3: $1: '$got' ($4), not $5"; fi
}

# Table 2.2: of gh and dh first what the scope of all gives, then that of one core. A word that a program stored, or loaded, is there after it
# has synchronized; a release writes nothing through (dd and dh register the word, and dh not even that in one core); a copy that another core has costs a store no message (the load that made it costs
# two); another core's word of the same line takes no word away; a lock that a core has had is there; and whoever may come next is served.
features() {
    local gd='' row
    if full; then gd=gd; fi
    for row in $gd:0:1:2:12 gh:0:1:2:12 dd:1:2:1:11 dh:1:2:1:11; do
        IFS=: read -r table stored told locks copied <<<"$row"
        [ -n "$table" ] || continue
        feature written "$table" global load "$stored"
        feature valid "$table" global load 0
        feature bursts "$table" global "WRITE|REG" "$told"
        feature copied "$table" global "[A-Z]*" "$copied"
        feature alone "$table" global "[A-Z]*" $((copied - 2))
        feature words "$table" global load "$stored"
        feature locks "$table" global "ATOMIC|REG" "$locks"
        feature stealing "$table" global load "$stored"
    done
    for table in gh dh; do
        feature written $table local load 1
        feature valid $table local load 1
        feature locks $table local "ATOMIC|REG" 0
        if [ $table = dh ] || full; then point="--set l1_stores=4 --set writes=7" feature bursts $table local "WRITE|REG" 0; fi
    done
    # Table 3.2: an atomic that is not paired leaves copies and the store buffer alone. What overlaps the workload `overlap` finds out, by the
    # cells of the models (gd overlap, overlap_1 and overlap_rlx of short.list).
    full || return
    for row in drf1:unpaired drfrlx:unpaired drfrlx:commutative; do
        feature valid gd "${row#*:}" load 1 "${row%:*}"
        feature bursts gd "${row#*:}" "WRITE" 0 "${row%:*}"
        feature valid dd "${row#*:}" load 1 "${row%:*}"
        feature bursts dd "${row#*:}" "REG" 1 "${row%:*}"
    done
}
