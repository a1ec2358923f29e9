#!/bin/sh
# All tests: every tests/*/run.sh is a stage. tests/run.sh [STAGE...] runs some of them; tests/run.sh --build builds first,
# as `make test` does. FULL=1: all seeds, points and faults (make test-all).
#
# A stage is run from the top folder; its last line is 'N passed, N failed'; what it prints is in build/test/STAGE.log,
# shown when something failed. A test that has passed with the same inputs before may say 'ok NAME (kept)' instead of being run
# (tests/house/keep.sh). Stages run side by side, the long ones first. A stage STAGE-san runs with SAN=1: the
# sanitizers' build. At the end there is a table, also in build/test/table: stage, passed, failed, kept, seconds of a
# processor; a list of the tests that used most; and the sum of what each table's tests used. No test depends on them.
set -u
cd "$(dirname "$0")/.."
logs=build/test
mkdir -p "$logs"

# $busy: seconds of a processor that this shell's children have used so far. (`times` in a pipe or in $() is another shell's.)
measure() {
    times >"$logs/$1.times"
    busy=$(sed -n 2p "$logs/$1.times" | tr 'ms' '  ' | awk '{ printf "%.0f", 60 * ($1 + $3) + $2 + $4 }')
}

# One stage: measure it, keep its log, print one line, leave 'passed failed kept processor' in STAGE.sum.
if [ "${1:-}" = --stage ]; then
    name=$2
    script=tests/${name%-san}/run.sh
    case $name in *-san) SAN=1 && export SAN ;; esac
    . tests/house/malloc.sh
    start=$(date +%s)
    rm -f "$logs/$name.costs"
    COSTS=$PWD/$logs/$name.costs "$script" >"$logs/$name.log" 2>&1
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
    # '(kept)' is one test, '(kept, 12)' are twelve.
    kept=$(sed -n 's/^ok .* (kept)$/1/p; s/^ok .* (kept, \([0-9]*\))$/\1/p' "$logs/$name.log" | awk '{ n += $1 } END { print n + 0 }')
    measure "$name"
    echo "$passed $failed $kept $busy" >"$logs/$name.sum"
    verdict=ok
    [ "$failed" -eq 0 ] || verdict=FAIL
    printf '%-4s %-12s %5d passed %4d failed %6d s, of a processor %5d s\n' "$verdict" "$name" "$passed" "$failed" \
        $(($(date +%s) - start)) "$busy"
    if [ "$failed" -ne 0 ]; then
        echo "---- end of $logs/$name.log"
        tail -n 30 "$logs/$name.log"
        echo "----"
    fi
    exit 0
fi

start=$(date +%s)
built=
if [ "${1:-}" = --build ]; then
    shift
    MAKEFLAGS='' && export MAKEFLAGS
    . tests/house/malloc.sh
    units=unit-plain
    [ "${FULL:-0}" = 0 ] || units=unit-build
    make -s -j"$(nproc)" build $units || exit
    # Not libsim.a: the stages with sanitizers simulate no design.
    make -s -j"$(nproc)" SAN=1 build/san/cohgen unit-build || exit
    measure build
    built=$busy
    printf '%-4s %-41s %6d s, of a processor %5d s\n' ok build $(($(date +%s) - start)) "$built"
fi

# Longest first, so that two processors end together; stages that are not named here follow.
order="sim lint check formal unit-san faults unit ports icarus area mutate parts bench sweep cli-san litmus runs doc first terms replay house"
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
        # The command line and its diagnostics: under sanitizers; with FULL=1 as it is shipped, too.
        case $s in
        unit) both="$s $s-san" ;;
        cli | diag) if [ "${FULL:-0}" = 1 ]; then both="$s $s-san"; else both=$s-san; fi ;;
        *) both=$s ;;
        esac
        for s in $both; do
            case " $stages " in *" $s "*) ;; *) stages="$stages $s" ;; esac
        done
    done
fi

for s in $stages; do rm -f "$logs/$s.sum" "$logs/$s.costs"; done
# shellcheck disable=SC2086
printf '%s\n' $stages | xargs -P "${JOBS:-$(nproc)}" -n 1 "$0" --stage

# The table: 'STAGE PASSED FAILED KEPT PROCESSOR', by processor time, then the sum.
{
    [ -z "$built" ] || echo "build 0 0 0 $built"
    for s in $stages; do
        if [ -s "$logs/$s.sum" ]; then echo "$s $(cat "$logs/$s.sum")"; else echo "$s 0 1 0 0"; fi
    done
} | sort -k5,5nr -k1,1 | awk '{ print; p += $2; f += $3; k += $4; t += $5 } END { print "all", p, f, k, t }' >"$logs/table"
echo
awk 'NR == FNR { all = $5; next }
    FNR == 1 { printf "%-12s %7s %7s %7s %12s %6s\n", "stage", "passed", "failed", "kept", "processor s", "share" }
    { printf "%-12s %7d %7d %7d %12d %5.1f%%\n", $1, $2, $3, $4, $5, all ? 100 * $5 / all : 0 }' "$logs/table" "$logs/table"
echo
for s in $stages; do
    if [ -s "$logs/$s.costs" ]; then sed "s/^\([0-9]*\) /\1 $s: /" "$logs/$s.costs"; fi
done | sort -nr >"$logs/costs"
if [ -s "$logs/costs" ]; then
    echo "The tests that took most of a processor, each with what it was the first to need (all: $logs/costs):"
    awk 'NR <= 12 { s = $1; sub(/^[0-9]+ /, ""); printf "%7.1f s  %s\n", s / 100, $0 }' "$logs/costs"
    echo
    # A test is about the first table that its name has, as a word; the others are about the tools, the parts, or all tables.
    echo "Seconds of a processor, by the table that a test names ($logs/tables):"
    for f in protocols/*.json tests/tables/*.json; do basename "$f" .json; done | awk '
        NR == FNR { table[$1] = 1; next }
        { about = "(no table)"
          n = split($0, word, /[^A-Za-z0-9_]+/)
          for (i = 3; i <= n; i++) if (word[i] in table) { about = word[i]; break }
          sum[about] += $1 }
        END { for (t in sum) printf "%.0f %s\n", sum[t] / 100, t }' - "$logs/costs" | sort -nr >"$logs/tables"
    awk '{ at = $1; sub(/^[0-9]+ /, ""); printf "%s%s %d", NR == 1 ? "" : ", ", $0, at } END { print "" }' "$logs/tables"
    echo
fi
read -r passed failed <<END
$(awk '$1 == "all" { print $2, $3 }' "$logs/table")
END
echo "all stages: $(($(date +%s) - start)) s"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
