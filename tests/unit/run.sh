#!/bin/sh
# The Criterion programs of tests/unit, from build/unit; SAN=1: from build/san/unit.
set -u
cd "$(dirname "$0")/../.."
dir=build/unit
[ "${SAN:-0}" = 1 ] && dir=build/san/unit
# Coroutines change stacks behind the sanitizer's back.
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_stack_use_after_return=0}"
passed=0 failed=0
for source in tests/unit/test_*.c; do
    name=$(basename "$source" .c)
    out=$("$dir/$name" 2>&1)
    status=$?
    sum=$(printf '%s\n' "$out" | sed 's/\x1b\[[0-9;]*m//g' | grep 'Synthesis: Tested' | tr -dc '0-9 ')
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
    else
        echo "FAIL $name (exit $status)"
        printf '%s\n' "$out" | tail -n 25
        if [ $# -ge 4 ] && [ "$1" -eq "$2" ]; then failed=$((failed + 1)); fi
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
