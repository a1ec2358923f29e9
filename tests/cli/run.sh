#!/bin/sh
# The command line: NAME.cmd is a few lines of shell, NAME.expected what they leave: standard output, standard error,
# exit status, files. tests/cli/run.sh --update writes the expected files anew: read the difference before keeping it.
#
# A case runs in an empty folder; $COHGEN is the program, $HOME_DIR the top folder, which is written HOME in the output; places
# in our own tables are LINE:COLUMN.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
HOME_DIR=$PWD
COHGEN=$PWD/build/cohgen
[ "${SAN:-0}" = 1 ] && COHGEN=$PWD/build/san/cohgen
export HOME_DIR COHGEN NO_COLOR=1 COLUMNS=80
scratch

run_case() {
    rm -rf "$tmp/work" && mkdir "$tmp/work"
    (cd "$tmp/work" && COHGEN_CACHE=$tmp/cache sh "$HOME_DIR/$1" >"$tmp/out" 2>"$tmp/err" </dev/null)
    status=$?
    {
        echo "--- output"
        cat "$tmp/out"
        echo "--- errors"
        cat "$tmp/err"
        echo "--- exit $status"
        echo "--- files"
        (cd "$tmp/work" && find . -mindepth 1 | sort)
    } | sed "s,$HOME_DIR,HOME,g;s,$tmp,TMP,g;s,\(HOME/protocols/.*\.json\):[0-9]*:[0-9]*:,\1:LINE:COLUMN:,"
}

for cmd in tests/cli/*.cmd; do
    expected=${cmd%.cmd}.expected
    run_case "$cmd" >"$tmp/got"
    [ "${1:-}" = --update ] && cp "$tmp/got" "$expected"
    diff -u "$expected" "$tmp/got" >"$tmp/diff" 2>&1
    check "$(basename "$cmd" .cmd)" "$tmp/diff"
done
total
