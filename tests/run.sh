#!/bin/sh
# All tests: every tests/*/run.sh is a stage. tests/run.sh [STAGE...] runs some of them.
#
# A stage is run from the top folder; its last line is 'N passed, N failed'; what it prints is in build/test/STAGE.log,
# shown when something failed. Stages run side by side, the long ones first. A stage STAGE-san runs with SAN=1: the
# sanitizers' build.
set -u
cd "$(dirname "$0")/.."
logs=build/test
mkdir -p "$logs"

# One stage: time it, keep its log, print one line, leave 'passed failed' in STAGE.sum.
if [ "${1:-}" = --stage ]; then
    name=$2
    script=tests/${name%-san}/run.sh
    case $name in *-san) SAN=1 && export SAN ;; esac
    start=$(date +%s)
    "$script" >"$logs/$name.log" 2>&1
    status=$?
    last=$(tail -n 1 "$logs/$name.log")
    passed=$(printf '%s\n' "$last" | sed -n 's/^\([0-9]*\) passed, [0-9]* failed$/\1/p')
    failed=$(printf '%s\n' "$last" | sed -n 's/^[0-9]* passed, \([0-9]*\) failed$/\1/p')
    # Without such a line its lines 'ok ...' and 'FAIL ...' count; a stage that fails and does not say what is one failure.
    if [ -z "$failed" ]; then
        passed=$(grep -c '^ok ' "$logs/$name.log")
        failed=$(grep -c '^FAIL ' "$logs/$name.log")
        if [ $((passed + failed)) -eq 0 ]; then failed=1; fi
    fi
    if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
    echo "$passed $failed" >"$logs/$name.sum"
    verdict=ok
    [ "$failed" -eq 0 ] || verdict=FAIL
    times >"$logs/$name.times" # of its children in the second line; not in a pipe, which is another shell
    busy=$(sed -n 2p "$logs/$name.times" | tr 'ms' '  ' | awk '{ printf "%.0f", 60 * ($1 + $3) + $2 + $4 }')
    printf '%-4s %-12s %5d passed %4d failed %6d s, of a processor %5d s\n' "$verdict" "$name" "$passed" "$failed" \
        $(($(date +%s) - start)) "$busy"
    if [ "$failed" -ne 0 ]; then
        echo "---- end of $logs/$name.log"
        tail -n 30 "$logs/$name.log"
        echo "----"
    fi
    exit 0
fi

# Longest first, so that two processors end together; stages that are not named here follow.
order="icarus sim lint unit-san faults formal check unit parts replay litmus area mutate house sweep bench"
stages=
if [ $# -gt 0 ]; then
    stages=$*
else
    for s in $order; do
        if [ -x "tests/${s%-san}/run.sh" ]; then stages="$stages $s"; fi
    done
    for f in tests/*/run.sh; do
        s=${f#tests/}
        s=${s%/run.sh}
        also=
        case $s in unit | cli | diag) also=$s-san ;; esac
        for s in $s $also; do
            case " $stages " in *" $s "*) ;; *) stages="$stages $s" ;; esac
        done
    done
fi

start=$(date +%s)
for s in $stages; do rm -f "$logs/$s.sum"; done
# shellcheck disable=SC2086
printf '%s\n' $stages | xargs -P "${JOBS:-$(nproc)}" -n 1 "$0" --stage

passed=0 failed=0
for s in $stages; do
    if read -r p f <"$logs/$s.sum"; then
        passed=$((passed + p)) failed=$((failed + f))
    else
        failed=$((failed + 1))
    fi
done
echo "all stages: $(($(date +%s) - start)) s"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
