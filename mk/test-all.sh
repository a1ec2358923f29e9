#!/bin/sh
# docs/test-all.md from the table that tests/run.sh has left: `make test-all` calls it, also after some stages alone. A row of a stage
# that was not run stays as it is, with its own commit. Exit status 1 if a test failed.
set -eu
cd "$(dirname "$0")/.."
table=build/test/table
page=docs/test-all.md
commit=$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
# What the run itself writes is no change.
[ -z "$(git status --porcelain -- ":!$page" ':!tests/mutate/*.explored' 2>/dev/null)" ] || commit="$commit, changed"
rows() { if [ -f "$page" ]; then sed -n 's/^| \([a-z-]*\) | \([0-9]*\) | \([0-9]*\) | \([0-9]*\) | \([0-9]*\) | \(.*\) |$/\1 \2 \3 \4 \5 \6/p' "$page"; fi; }
rows >"$table.before"
# Deep bounds, a line each: PROTOCOL BOUND STATES RESULT COMMIT.
deep=build/test/check/deep
deep_rows() {
    if [ -f "$page" ]; then
        sed -n 's/^| \([a-z_]*\) | `\([a-z_0-9]*\)` | \([0-9]*\) | \(.*\) | \(.*\) |$/\1 \2 \3|\4|\5/p' "$page"
    fi
}
deep_rows >"$table.deep"
if [ -f "$deep" ]; then # of a run that is not on the page yet
    { awk -v commit="$commit" '{ what = $0; sub(/^[^ ]* [^ ]* [^ ]* /, "", what); print $1, $2, $3 "|" what "|" commit }' "$deep"
      awk 'NR == FNR { run[$1, $2] = 1; next } !(($1, $2) in run)' "$deep" "$table.deep"; } | sort -u >"$table.new"
    mv "$table.new" "$table.deep"
fi
# Mutants, a line each table: PROTOCOL MUTANTS REFUSED KILLED EQUIVALENT SURVIVED SCORE COMMIT.
mutants=build/test/mutate/whole
{ [ ! -f "$mutants" ] || awk -v commit="$commit" '{ print $0, commit }' "$mutants"
  [ ! -f "$page" ] || sed -n 's/^| `\([a-z_0-9]*\)` | \([0-9]*\) | \([0-9]*\) | \([0-9]*\) | \([0-9]*\) | \([0-9]*\) | \([0-9.]*%\) | \(.*\) |$/\1 \2 \3 \4 \5 \6 \7 \8/p' "$page"; } |
    awk '!seen[$1]++' | sort -k1,1 >"$table.mutants"
{
    cat <<'TEXT'
# All tests

`make test-all` runs every stage of `make test` with `FULL=1`: all seeds, all design points, all planted faults, all mutants
and the deep bounds of the exhaustive check. [CONTRIBUTING.md](../CONTRIBUTING.md#tests) says what a stage leaves to it. It takes
hours, so it can be done in pieces: `make test-all STAGES="check sim"` runs these stages. mk/test-all.sh writes the last result of each stage here, with the
commit that it was run on. A test that had passed with the same inputs before is *kept*: it is not run again (`tests/house/keep.sh`).

| stage | passed | failed | kept | processor s | commit |
|---|---|---|---|---|---|
TEXT
    {
        awk -v commit="$commit" '$1 != "all" && $1 != "build" { print $0, commit }' "$table"
        awk 'NR == FNR { run[$1] = 1; next } !($1 in run)' "$table" "$table.before"
    } | sort -k1,1 | awk '{ at = $6; for (i = 7; i <= NF; i++) at = at " " $i
        printf "| %s | %d | %d | %d | %d | %s |\n", $1, $2, $3, $4, $5, at }'
    cat <<'TEXT'

## Deep bounds

`tests/check` gives each deep bound so many seconds of processors: 600, or `DEEP_SECONDS` (`cohgen check --processor`). A bound that is
*not finished* in that time has no result: nothing wrong was found in the states that were explored.

| table | bound | states | result | commit |
|---|---|---|---|---|
TEXT
    awk -F'|' '{ split($1, at, " "); printf "| %s | `%s` | %s | %s | %s |\n", at[1], at[2], at[3], $2, $3 }' "$table.deep"
    cat <<'TEXT'

## Mutants

All mutants of a table through all its stages (`cohgen mutate`, [mutation.md](mutation.md)); declared equivalents through walks alone. The score is of those that are not declared equivalent.

| table | mutants | refused by the reader | killed | declared equivalent | other survivors | score | commit |
|---|---|---|---|---|---|---|---|
TEXT
    awk '{ at = $8; for (i = 9; i <= NF; i++) at = at " " $i
        printf "| `%s` | %d | %d | %d | %d | %d | %s | %s |\n", $1, $2, $3, $4, $5, $6, $7, at }' "$table.mutants"
} >"$page.new"
mv "$page.new" "$page"
rm -f "$deep" "$mutants"
awk '$1 == "all" { exit $3 != 0 }' "$table"
