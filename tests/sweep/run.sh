#!/bin/bash
# cohgen sweep on its smallest description (tests/sweep/tiny.json: two designs, two programs): by workers on this machine and
# as a Slurm job array, each killed midway and started again; points that fail. Syntheses are in the cache afterwards: the
# first run takes the longest.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
. tests/sweep/slurm.sh
simulation tests/tables/added.json
whole "$simulated $(digest protocols synth tests/sweep) $(versions yosys slurmctld)"
results sweep
export NO_COLOR=1
sweep=tests/sweep/tiny.json
table=tests/tables/added.json
cache=${COHGEN_CACHE:-build/cache}/sweep
points=4
trap slurm_stop EXIT

go() { build/cohgen sweep "$sweep" -o "$out/$1" "${@:2}" >"$out/$1.out" 2>"$out/$1.err"; }
# The results of this sweep's points that are there: file, inode and time of change, a line each.
results() {
    while read -r key; do
        [ -s "$cache/$key.json.seal" ] && stat -c '%n %i %Y' "$cache/$key.json"
    done <"$out/keys"
}
# Starts `go NAME ARGUMENTS...` from nothing and kills it when the first result is there: at least one point is done
# then, and one is not. A machine may be too fast to be caught: three times.
midway() {
    for _ in 1 2 3; do
        while read -r key; do rm -f "$cache/$key.json" "$cache/$key.json.seal"; done <"$out/keys"
        { go "$@"; } 2>/dev/null &
        local shell=$!
        while [ "$(results | wc -l)" -eq 0 ] && kill -0 $shell 2>/dev/null; do sleep 0.05; done
        # `go` is a function in a shell of its own: its child is cohgen.
        pkill -KILL -P $shell 2>/dev/null
        wait $shell 2>/dev/null
        results >"$out/before"
        [ "$(wc -l <"$out/before")" -lt $points ] && [ -s "$out/before" ] && return 0
    done
    return 1
}
# What was done before the kill is as it was: nothing wrote it again.
untouched() {
    results >"$out/after"
    [ "$(wc -l <"$out/after")" -eq $points ] || echo "not all results are there: $(wc -l <"$out/after") of $points"
    grep -vxFf "$out/after" "$out/before" | sed 's/^/was run again: /'
}

# ------------------------------------------------------------------------------------------------------ workers here
: >"$bad"
go local --fresh || { echo "exit status $?"; tail -n 5 "$out/local.err"; } >"$bad"
check "the sweep runs" "$bad"
for f in sweep.json sweep.csv pareto.svg pareto-table.svg pareto-sums.svg; do
    [ -s "$out/local/$f" ] || echo "$f is missing or empty"
done >"$bad"
xmllint --noout "$out"/local/*.svg 2>>"$bad"
check "it leaves tables and pictures" "$bad"

# Every point once, with both numbers; the front is those that no other point of the workload is better than.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { n++; w[n] = $(at["workload"]); t[n] = $(at["time"]); a[n] = $(at["cells"]); front[n] = $(at["front"]) }
    $(at["verdict"]) != "pass" || $(at["time"]) < 100 || $(at["cells"]) < 5000 { print "no numbers: " $0 }
    seen[$(at["workload"]) " " $(at["line_bytes"])]++ { print "twice: " $0 }
    END { if (n != 4) print n " points"
        for (i = 1; i <= n; i++) { best = 1
            for (k = 1; k <= n; k++) if (w[k] == w[i] && t[k] <= t[i] && a[k] <= a[i] && (t[k] < t[i] || a[k] < a[i])) best = 0
            if (best != front[i]) print "point " i - 1 ": front " front[i] ", and should be " best } }' \
    "$out/local/sweep.csv" >"$bad"
check "the table is whole, and its Pareto front right" "$bad"

# Where the results are kept.
sed -n 's/^ *"key": *"\([0-9a-f]*\)".*/\1/p' "$out/local/sweep.json" >"$out/keys"
while read -r key; do
    build/cohgen sweep "$sweep" --point-index "$(grep -n "$key" "$out/keys" | awk -F: '{ print $1 - 1 }')" --json |
        diff - "$cache/$key.json"
done <"$out/keys" >"$bad" 2>&1
[ "$(results | wc -l)" -eq $points ] || echo "$(results | wc -l) results" >>"$bad"
check "--point-index prints the result that is kept" "$bad"

results >"$out/before"
: >"$bad"
go again || echo "exit status $?" >"$bad"
grep -q '4 of 4 points were done before' "$out/again.err" || echo "nothing was kept" >>"$bad"
untouched >>"$bad"
diff -r "$out/local" "$out/again" >>"$bad"
check "a second time: nothing runs, the same bytes" "$bad"

: >"$bad"
midway killed --jobs 1 || echo "could not be killed midway" >"$bad"
[ -e "$out/killed" ] && echo "half a sweep left a folder" >>"$bad"
go resumed --jobs 2 || echo "exit status $?" >>"$bad"
grep -q "$(wc -l <"$out/before") of 4 points were done before" "$out/resumed.err" || cat "$out/resumed.err" >>"$bad"
untouched >>"$bad"
diff "$out/local/sweep.csv" "$out/resumed/sweep.csv" >>"$bad"
check "killed midway and started again: what was done is not done again" "$bad"

# ------------------------------------------------------------------------------------------------ points that fail
# The longer program is not done in 14,000 cycles, and lines of 900 bytes cannot be had.
sed 's/"seeds"/"harness": {"max_cycles": 14000}, "seeds"/; s/"line_bytes": \[8, 16\]/"line_bytes": [8, 900]/; s/"rounds": 2/"rounds": 4/' "$sweep" >"$out/fails.json"
: >"$bad"
build/cohgen sweep "$out/fails.json" -o "$out/fails" >"$out/fails.out" 2>"$out/fails.err"
[ $? -eq 1 ] || echo "exit status is not 1" >"$bad"
cut -d, -f 1-5 "$out/fails/sweep.csv" | tr '\n' ' ' | grep -qF \
    "0,$table,table,8,pass 1,$table,table,900,fail 2,$table,sums,8,fail 3,$table,sums,900,fail " || cat "$out/fails/sweep.csv" >>"$bad"
grep -q '"refused: line_bytes\|,refused: ' "$out/fails/sweep.csv" || echo "no reason for the refused" >>"$bad"
grep -q 'sim, seed 1: not done after max_cycles' "$out/fails/sweep.csv" || echo "no reason for the late" >>"$bad"
grep -q 'reproduce: cohgen sweep .*fails.json --point-index 2' "$out/fails.err" || echo "not said how to do it again" >>"$bad"
check "points that fail are in the results, and do not stop the others" "$bad"

: >"$bad"
build/cohgen sweep "$sweep" --point-index 2 -q -o "$out/point" 2>"$bad" || echo "exit status $?" >>"$bad"
[ -s "$out/point/added.f" ] && [ -s "$out/point/point.json" ] || echo "no design, or no result" >>"$bad"
grep -q ' line_bytes  *8 ' "$out/point/added_pkg.sv" || echo "the design has not the value that varies" >>"$bad"
check "--point-index -o writes the design beside its result" "$bad"

# ------------------------------------------------------------------------------------------------------------- Slurm
missing=
for tool in munged slurmctld slurmd sbatch squeue; do command -v "$tool" >/dev/null || missing="$missing $tool"; done
grep -q ' cgroup' /proc/mounts || missing="$missing cgroup file system, which slurmd asks for"
if [ -n "$missing" ]; then
    echo "note: the sweep was not run through Slurm: there is no$missing (Debian packages: slurm-wlm, munge)"
    total
    exit
fi
home=$(mktemp -d)
trap 'slurm_stop; rm -rf "$home"' EXIT
: >"$bad"
slurm_start "$home" >"$out/slurm.out" || cat "$out/slurm.out" >"$bad"
check "a Slurm of one node comes up on the loopback" "$bad"
if [ -s "$bad" ]; then
    total
    exit
fi

: >"$bad"
midway slurm_killed --engine slurm --jobs 1 || { echo "could not be killed midway"; cat "$out/slurm_killed.err"; } >"$bad"
go slurm --engine slurm --jobs 1 || { echo "exit status $?"; cat "$out/slurm.err"; } >>"$bad"
untouched >>"$bad"
diff "$out/local/sweep.csv" "$out/slurm/sweep.csv" >>"$bad"
check "Slurm: killed midway and started again, the same results, nothing twice" "$bad"
: >"$bad"
grep -q 'are tasks of an earlier start' "$out/slurm.err" || cat "$out/slurm.err" >"$bad"
grep 'Slurm job' "$out/slurm.err" >>"$bad"
check "Slurm: tasks that go on are waited for, not submitted again" "$bad"

# Its tasks are cancelled while it waits: said, exit 3; then only what is missing is submitted.
: >"$bad"
while read -r key; do rm -f "$cache/$key.json" "$cache/$key.json.seal"; done <"$out/keys"
go cancelled --engine slurm --jobs 1 &
shell=$!
while [ "$(results | wc -l)" -eq 0 ] && kill -0 $shell 2>/dev/null; do sleep 0.05; done
scancel --me
wait $shell
[ $? -eq 3 ] || echo "exit status is not 3" >"$bad"
grep -q 'its task left no result' "$out/cancelled/sweep.csv" || echo "not said what became of the tasks" >>"$bad"
results >"$out/before"
go rest --engine slurm || { echo "exit status $?"; cat "$out/rest.err"; } >>"$bad"
grep -q 'Slurm job [0-9]*: tasks [123]' "$out/rest.err" || cat "$out/rest.err" >>"$bad"
untouched >>"$bad"
diff "$out/local/sweep.csv" "$out/rest/sweep.csv" >>"$bad"
check "Slurm: cancelled, then only what is missing runs" "$bad"

: >"$bad"
pids=$slurm_pids
slurm_stop
for p in $pids; do kill -0 "$p" 2>/dev/null && echo "process $p is left" >>"$bad"; done
check "Slurm is ended" "$bad"
total
