# What a protocol reuses and what it spares: a count for each cell of tables 2.2 and 3.2 of Sinclair's thesis. run.sh reads this file.
#
# feature NAME TABLE SCOPE WHAT NUMBER: the program NAME on TABLE, whose operations that synchronize are of SCOPE ("global", or "local":
# of one core), has NUMBER of WHAT: hits of loads (load) or atomics (atomic) in an L1, or messages of a name, before its end.
feature() {
    local report
    chosen "$2" || return
    # shellcheck disable=SC2046,SC2086
    simulate "$2" "feature_$1_$3${6:+_$6}" $(point_of_feature "$2") ${6:+--model $6} -w script -O "script=$(feature_program "$1" "$3" "${6-}")" >"$out/feature"
    grep '^FAIL' "$out/feature" && failed=$((failed + 1))
    report=$out/$2-feature_$1_$3${6:+_$6}.json
    case $4 in
    load | atomic) got=$(json "$report" latency "$4" hits) ;;
    *) got=$(tr -d ' \n' <"$report" | grep -o "\"name\":\"$4\",[^}]*" | sed 's/.*"count":\([0-9]*\).*/\1/') ;;
    esac
    if [ "${got:-0}" = "$5" ]; then ok "$2${6:+ $6}, $3: $1: $5 of $4"; else fail "$2${6:+ $6}, $3: $1: ${got:-0} of $4, not $5" "$report"; fi
}
