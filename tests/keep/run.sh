#!/bin/bash
# Passes that are kept (tests/house/keep.sh): what is taken from there, and what is not.
set -u
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export COHGEN_CACHE=$tmp/cache
unset FRESH
. tests/house/lib.sh

runs=0
silent() { runs=$((runs + 1)); }
loud() { runs=$((runs + 1)) && echo "wrong"; }
# after COUNT NAME: so often has it run by now
after() { if [ "$runs" -eq "$1" ]; then ok "$2"; else fail "$2" "$runs runs, not $1"; fi; }
quietly() { { passed_now=$passed failed_now=$failed; "$@"; passed=$passed_now failed=$failed_now; } >"$tmp/out"; }
entry() { find "$tmp/cache/passed" -type f ! -name '*.[0-9]*'; }

quietly once one "a key" silent
after 1 "what never passed is run"
quietly once one "a key" silent
after 1 "what passed is not run again"
if grep -qx 'ok   one (kept)' "$tmp/out"; then ok "and says that it was kept"; else fail "and says that it was kept" "$(cat "$tmp/out")"; fi
quietly once one "another key" silent
after 2 "another key is run"
quietly once two "failing" loud
quietly once two "failing" loud
after 4 "a failure is not kept"
FRESH=1 quietly once one "a key" silent
after 5 "FRESH=1: it is run"

rm -rf "$tmp/cache"
quietly once one "a key" silent
echo "passed 0" >"$(entry)"
quietly once one "a key" silent
after 7 "an entry of another text is none"
: >"$(entry)"
quietly once one "a key" silent
after 8 "an empty entry is none"

# With files.
rm -rf "$tmp/cache"
echo first >"$tmp/a"
echo second >"$tmp/b"
kept "files" "$tmp/a" "$tmp/b" && fail "files: nothing is there yet"
keep "files" "$tmp/a" "$tmp/b"
rm "$tmp/a" "$tmp/b"
if kept "files" "$tmp/a" "$tmp/b" && [ "$(cat "$tmp/a" "$tmp/b" | tr '\n' ' ')" = "first second " ]; then ok "files come back"
else fail "files come back"; fi
echo other >"$(entry).1"
if kept "files" "$tmp/a" "$tmp/b"; then fail "a file that was changed: no pass"; else ok "a file that was changed: no pass"; fi
keep "files" "$tmp/a" "$tmp/b"
rm "$(entry).2"
if kept "files" "$tmp/a" "$tmp/b"; then fail "a file that is missing: no pass"; else ok "a file that is missing: no pass"; fi

# A stage as a whole.
stage() {
    (
        passed=0 failed=0
        whole "stage"
        ok "a test"
        ok "another"
        if [ "${1:-}" = fails ]; then fail "a third"; fi
        total
    )
}
stage fails >"$tmp/out"
stage >"$tmp/out"
if [ "$(grep -c '^ok   a' "$tmp/out")" -eq 2 ]; then ok "a stage that failed is run"; else fail "a stage that failed is run" "$(cat "$tmp/out")"; fi
stage >"$tmp/out"
if printf 'ok   all tests of this stage (kept, 2)\n2 passed, 0 failed\n' | cmp -s - "$tmp/out"; then ok "a stage that passed is kept, with its count"
else fail "a stage that passed is kept, with its count" "$(cat "$tmp/out")"; fi

# A test before it is run each time, and its count is none of those that are kept.
later() {
    (
        passed=0 failed=0
        ok "before it"
        whole "later"
        ok "a test"
        total
    )
}
later >"$tmp/first"
later >"$tmp/out"
if printf 'ok   before it\nok   all tests of this stage (kept, 1)\n2 passed, 0 failed\n' | cmp -s - "$tmp/out"; then ok "a test before a stage that is kept"
else fail "a test before a stage that is kept" "$(cat "$tmp/out")"; fi

# Hashes of folders: names and contents count, where the folder is does not.
mkdir -p "$tmp/x/in" "$tmp/y"
echo 1 >"$tmp/x/in/f"
cp -r "$tmp/x/in" "$tmp/y/in"
one=$(digest "$tmp/x")
if [ "$one" = "$(digest "$tmp/y")" ]; then ok "digest: equal folders"; else fail "digest: equal folders"; fi
echo 2 >"$tmp/x/in/f"
if [ "$one" = "$(digest "$tmp/x")" ]; then fail "digest: another content"; else ok "digest: another content"; fi
mv "$tmp/y/in/f" "$tmp/y/in/g"
if [ "$one" = "$(digest "$tmp/y")" ]; then fail "digest: another name"; else ok "digest: another name"; fi
total
