#!/bin/bash
# Programs that cohgen builds, keeps and runs. A damaged one is made again, never run; one that a signal ends is no failed
# check; a signal to cohgen leaves no process and no file behind; and all of it in a cache whose name no shell and no make
# would take. One model, of a tiny design, is for all. Needs build/cohgen and Verilator.
#
# Nothing here depends on time: what is to be ended never ends by itself, and is waited for until it is there.
set -u
# Signals that are ignored where this is run (nohup, a shell's background) are not in here.
[ "${COHGEN_SIGNALS:-}" = default ] || COHGEN_SIGNALS=default exec env --default-signal=HUP,INT,TERM "$0" "$@"
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
. mk/json.sh
results runs
export COHGEN_CACHE="$PWD/$out/it's a cache = %s" NO_COLOR=1 COHGEN_HOME="$PWD"
# What the compiler makes of the model is not looked at here: quickly is good enough.
export MAKEFLAGS="-- OPT_SLOW=-O0 OPT_GLOBAL=-O0" COHGEN_OPTIMIZE=0 COHGEN_HEADERS=
cohgen=$PWD/build/cohgen
for_ever=1000000000000 # operations
point=${tiny/addr_bits=20/addr_bits=40} # room for many runs of a litmus test

# expect NAME WANTED GOT
expect() { if [ "$2" = "$3" ]; then ok "$1"; else fail "$1" "wanted $2, got $3"; fi; }

# sim ARGUMENTS: its log is $out/log, its report $out/report.json
sim() {
    rm -f "$out/report.json"
    # shellcheck disable=SC2086
    "$cohgen" sim mesi_wt $point "$@" --no-rerun --report "$out/report.json" >"$out/log" 2>&1 </dev/null
}

# leaf PID NAME: the process below it that runs NAME*, as soon as it is there; nothing if PID ends before.
leaf() {
    local pid child
    while [ -d "/proc/$1" ]; do
        for pid in $1 $(below "$1"); do
            read -r child 2>/dev/null <"/proc/$pid/comm"
            case ${child:-} in "$2"*) echo "$pid" && return ;; esac
        done
        sleep 0.05
    done
}
below() {
    local child
    for child in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do
        echo "$child"
        below "$child"
    done
}

# no_leavings NAME: no file of a run in the cache, and no process that works there.
no_leavings() {
    find "$COHGEN_CACHE" \( -name 'run-*' -o -name 'litmus-*' -o -name 'mutate-*' -o -name 'checker*' -o -name '*.new' \) >"$bad"
    for exe in /proc/[0-9]*/exe; do
        case $(readlink "$exe" 2>/dev/null) in "$COHGEN_CACHE"/*) echo "$exe: $(readlink "$exe")" ;; esac
    done >>"$bad"
    check "$1" "$bad"
}

# ------------------------------------------------------------------------------------------------ the odd cache
sim -w random -n 500
expect "a model is built and runs in a folder called $(basename "$COHGEN_CACHE")" "0 pass" "$? $(json "$out/report.json" verdict)"
[ -s "$out/report.json" ] || tail -n 20 "$out/log"
program=$(find "$COHGEN_CACHE" -name 'sim-*' ! -name '*.seal')
[ -n "$program" ] || { total; exit 1; }

# ---------------------------------------------------------------------------------------------- damaged programs
cp "$program" "$out/whole"
size=$(stat -c %s "$out/whole")

# damaged NAME: the program was damaged; is that said, and another one run?
damaged() {
    sim -w random -n 500
    expect "$1: it runs" "0 pass" "$? $(json "$out/report.json" verdict)"
    grep -q 'note: .* in the cache is damaged (sim-[0-9a-f]* .*): it is made again' "$out/log" || tail -n 3 "$out/log" >"$bad"
    check "$1: that is said" "$bad"
}
: >"$bad"
: >"$program" && damaged "an empty program"
truncate -s $((size / 2)) "$program" && damaged "half a program"
printf '#!/bin/sh\nexit 0\n' >"$program" && damaged "a script that passes"
printf 'x' | dd of="$program" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null && damaged "one byte that is not right"
rm -f "$program" && damaged "a missing program"

chmod -x "$program"
sim -w random -n 500
expect "a program that may not be run is made again" "0 pass" "$? $(json "$out/report.json" verdict)"
sim -w random -n 500
expect "a whole program is run as it is" 0 "$(grep -c 'made again' "$out/log")"

# -------------------------------------------------------------------------------------------- ended from outside
# ended NAME WANTED SIGNAL COMMAND...: a simulator below the command gets a signal; how does the command end?
ended() {
    local name=$1 wanted=$2 signal=$3 pid
    shift 3
    "$@" >"$out/log" 2>&1 </dev/null &
    pid=$!
    victim=$(leaf $pid sim-)
    [ -n "$victim" ] && kill -s "$signal" "$victim"
    wait $pid
    expect "$name: exit status" "$wanted" $?
}
# shellcheck disable=SC2086
long() { exec "$cohgen" sim mesi_wt $point -w random -n $for_ever --no-rerun --report "$out/report.json"; }

for signal in KILL ABRT TERM; do
    rm -f "$out/report.json"
    ended "sim, its simulator ended by SIG$signal" 3 $signal long
    grep -q 'has no verdict: ended by signal' "$out/log" || tail -n 3 "$out/log" >"$bad"
    check "sim, its simulator ended by SIG$signal: that is said" "$bad"
    : >"$bad"
done
expect "sim: no report was invented" 0 "$(find "$out" -name report.json | wc -l)"

cat >"$out/long.litmus" <<'END'
RISCV SB
{ 0:x6=x; 0:x8=y; 1:x6=y; 1:x8=x; }
 P0          | P1          ;
 ori x5,x0,1 | ori x5,x0,1 ;
 sw x5,0(x6) | sw x5,0(x6) ;
 lw x7,0(x8) | lw x7,0(x8) ;
exists (0:x7=0 /\ 1:x7=0)
END
# shellcheck disable=SC2086
litmus() { exec "$cohgen" litmus mesi_wt $point "$out/long.litmus" --runs 1000000 --rounds 1000; }
ended "litmus, a simulator ended by SIGKILL" 3 KILL litmus

# What bench and sweep run, on the same design.
sets=$(printf '%s' "$point" | sed 's/--set \([a-z0-9_]*\)=\([0-9]*\)/"\1": \2,/g;s/, *$//')
workload='"workloads": [{"name": "long", "workload": "random", "options": {"ops": "'$for_ever'"}}]'
echo "{\"name\": \"one\", \"title\": \"One\", \"set\": {$sets}, \"protocols\": [\"mesi_wt\"], \"baseline\": \"mesi_wt\",
    \"seeds\": [1], ${workload/\"options/\"group\": \"all\", \"options}}" >"$out/bench.json"
bench() { exec "$cohgen" bench "$out/bench.json" -o "$out/bench"; }
ended "bench, a simulator ended by SIGKILL" 3 KILL bench
echo "{\"name\": \"one\", \"title\": \"One\", \"set\": {$sets}, \"protocols\": [\"mesi_wt\"], \"vary\": {},
    \"seeds\": [1], $workload}" >"$out/sweep.json"
sweep() { exec "$cohgen" sweep "$out/sweep.json" -o "$out/sweep"; }
ended "sweep, a simulator ended by SIGKILL" 3 KILL sweep

# A mutant whose stage does not end with a report is not killed. One in which there is nothing to find: its walk never ends.
mutant=$(sed -n '/^#/!s/: .*//p' tests/mutate/mesi_wt.equivalent | head -n 1)
echo "long 86400 walk @ --ops $for_ever" >"$out/stages"
mutate() { exec "$cohgen" mutate mesi_wt --only "$mutant" --stages "$out/stages" --jobs 1; }
mutate >"$out/log" 2>&1 </dev/null &
pid=$!
child=
while [ -d /proc/$pid ] && [ -z "$child" ]; do child=$(below $pid | head -n 1); done
kill -s KILL "$child"
wait $pid
expect "mutate, a stage ended by SIGKILL: exit status" 3 $?
grep -q 'ended by signal 9' "$out/log" || tail -n 3 "$out/log" >"$bad"
check "mutate, a stage ended by SIGKILL: an error, not a kill" "$bad"
: >"$bad"
no_leavings "after all of these nothing is left"

# ------------------------------------------------------------------------------------------- signals to cohgen
# interrupted NAME SIGNAL BELOW COMMAND...: the signal goes to cohgen when a process BELOW* is there.
interrupted() {
    local name=$1 signal=$2 below=$3 pid
    shift 3
    "$@" >"$out/log" 2>&1 </dev/null &
    pid=$!
    [ -n "$(leaf $pid "$below")" ] || fail "$name: there is no $below"
    kill -s "$signal" $pid
    wait $pid
    status=$?
    expect "$name: dies of SIG$signal" $((128 + $(kill -l "$signal"))) $status
    no_leavings "$name: nothing is left"
}
interrupted "sim" TERM sim- long
interrupted "sim" HUP sim- long
interrupted "litmus" TERM sim- litmus
interrupted "bench" TERM sim- bench
interrupted "sweep" TERM sim- sweep
interrupted "mutate" TERM exe mutate
check_it() { exec "$cohgen" check mesi_wt --fresh; }
interrupted "check" TERM rumur check_it
set -m # a job of its own group: SIGINT is not ignored there
interrupted "sim" INT sim- long
set +m
total
