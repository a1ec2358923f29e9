#!/bin/sh
# The Criterion programs of tests/unit, from build/unit; SAN=1: from build/san/unit. `make test` has all of them under the
# sanitizers, and of the plain build those that do more there (plain.sh), unless FULL=1; tests/unit/run.sh all: all the same. A pass
# is kept by the program, by what tests read, and by rumur's version.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
dir=build/unit
[ "${SAN:-0}" = 1 ] && dir=build/san/unit
# Coroutines change stacks behind the sanitizer's back.
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_stack_use_after_return=0}"
out=build/test/$(echo "$dir" | tr / -).verdict
mkdir -p build/test
# All that they read beside themselves. A program that reads of another folder belongs into this list.
read_by_tests=$(digest protocols rtl synth docs/mutation.md tests/area/fixtures tests/diag tests/judge tests/sim/not_fired.list tests/tables \
    tests/unit/explore tests/unit/rows)
tools=$(versions rumur g++)

programs=$(basename -s .c tests/unit/test_*.c)
if [ "${SAN:-0}${FULL:-0}${1:-}" = 00 ]; then programs=$(tests/unit/plain.sh); fi

for name in $programs; do
    key="$(digest "$dir/$name") $read_by_tests $tools ${FULL:-0}"
    if kept "$key" "$out"; then
        n=$(cat "$out")
        passed=$((passed + n))
        echo "ok   $name (kept, $n)"
        continue
    fi
    said=$("$dir/$name" 2>&1)
    status=$?
    cost "$name"
    sum=$(printf '%s\n' "$said" | sed 's/\x1b\[[0-9;]*m//g' | grep 'Synthesis: Tested' | tr -dc '0-9 ')
    # tested passing failing crashing
    # shellcheck disable=SC2086
    set -- $sum
    if [ $# -lt 4 ]; then
        failed=$((failed + 1))
    else
        passed=$((passed + $2)) failed=$((failed + $1 - $2))
    fi
    if [ $status -eq 0 ]; then
        echo "ok   $name ($1)"
        echo "$2" >"$out"
        if [ "$1" -eq "$2" ]; then keep "$key" "$out"; fi
    else
        echo "FAIL $name (exit $status)"
        printf '%s\n' "$said" | tail -n 25
        if [ $# -ge 4 ] && [ "$1" -eq "$2" ]; then failed=$((failed + 1)); fi
    fi
done
total
