#!/bin/sh
# Bad tables and what is said about them: tests/diag/run.sh [READSPEC] [--update]
#
# Each NAME.sed makes a bad table of base.json, NAME.err is what READSPEC (tests/diag/readspec.c; built from
# build/libcohgen.a if not given, from build/san with SAN=1) prints for it. A first line "# --ARGUMENTS" in
# NAME.sed gives arguments; "# ! FILE" reads that file instead, "# < FILE [--ARGUMENTS]" makes the table of that file
# of tests/tables. --update writes the .err files anew: look at the
# difference before you keep it.
# Prints the failures, and "N passed, N failed"; exit status 1 if any failed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
readspec=
update=
for arg; do
    case $arg in
    --update) update=1 ;;
    /*) readspec=$arg ;;
    *) readspec=$PWD/$arg ;;
    esac
done
if [ -z "$readspec" ]; then
    build=$here/../../build
    flags=
    if [ "${SAN:-0}" = 1 ]; then build=$build/san flags=-fsanitize=address,undefined; fi
    readspec=$build/readspec
    # shellcheck disable=SC2046,SC2086 # flags are words
    "${CC:-gcc}" -std=c17 -Igen -Itb -D_POSIX_C_SOURCE=200809L $flags -o "$readspec" "$here/readspec.c" "$build/libcohgen.a" \
        $(pkg-config --libs json-c) || exit 3
fi
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
cp -r "$here/points" "$here/include" "$work"
cp "$here/../tables/tally.json" "$here/../tables/commands.json" "$here/../tables/local.json" "$here/../tables/window.json" "$here/../tables/tiles.json" "$work" # likewise
cp "$here/base.json" "$work/toy.json"; printf "{\n" >"$work/torn.json" # what a table can be made of
cd "$work" || exit 3
passed=0 failed=0

for script in "$here"/*.sed; do
    name=$(basename "$script" .sed)
    args=$(sed -n '1s/^# \(.*--.*\|[!<].*\)$/\1/p' "$script")
    file=$name.json table=$here/base.json
    case $args in
    '! '*) file=${args#! } args= table= ;;
    '< '*)
        args=${args#< } table=$here/../tables/${args%% *}
        args=$(expr "$args" : '[^ ]* *\(.*\)')
        ;;
    esac
    [ -z "$table" ] || LC_ALL=C sed -f "$script" "$table" >"$file"
    # shellcheck disable=SC2086 # arguments are words
    "$readspec" "$file" $args >out 2>&1
    status=$?
    [ -z "$update" ] || cp out "$here/$name.err"
    wanted=0
    ! grep -q 'error\[' "$here/$name.err" || wanted=2
    if [ $status -eq $wanted ] && cmp -s out "$here/$name.err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name: exit status $status, $wanted expected"
        diff -u "$here/$name.err" out
    fi
done
# Every code of gen/base/diag.h is the subject of a test.
for code in $(sed -n 's/^ *X([EW]_[A-Z_]*, \([0-9]*\),.*/\1/p' "$here/../../gen/base/diag.h"); do
    if grep -q "\[[EW]0$code\]" "$here"/*.err; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: no test makes the error $code"
    fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
