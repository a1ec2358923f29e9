#!/bin/sh
# docs/test-all.md from the table that tests/run.sh has left: `make test-all` calls it. Exit status 1 if a test failed.
set -eu
cd "$(dirname "$0")/.."
table=build/test/table
commit=$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
changed=
[ -z "$(git status --porcelain -- ':!docs/test-all.md' 2>/dev/null)" ] || changed=', with changes that are not committed'
{
    cat <<'TEXT'
# All tests

`make test-all` runs every stage of `make test` with `FULL=1`: all seeds, all design points, all planted faults, all mutants
and the deep bounds of the exhaustive check. [CONTRIBUTING.md](../CONTRIBUTING.md#tests) says what a stage leaves to it. It takes hours; it is
run before a piece of work is called done, and mk/test-all.sh writes its last result here. A test that had passed with the same inputs
before is *kept*: it is not run again (`tests/house/keep.sh`).

TEXT
    echo "Commit $commit$changed:"
    echo
    echo '| stage | passed | failed | kept | processor s |'
    echo '|---|---|---|---|---|'
    awk '{ printf "| %s | %d | %d | %d | %d |\n", $1, $2, $3, $4, $5 }' "$table"
} >docs/test-all.md.new
mv docs/test-all.md.new docs/test-all.md
awk '$1 == "all" { exit $3 != 0 }' "$table"
