# Counting for test scripts: sourced. ok NAME, fail NAME [line...], check NAME FILE (passes if FILE is empty, else shows
# it), and at the end: total.
passed=0 failed=0
. tests/house/keep.sh
. tests/house/malloc.sh

# Models run for a second or a few: what the compiler does less counts for more (gen/app/cli/model.c).
export COHGEN_OPTIMIZE="${COHGEN_OPTIMIZE-g}"
# There are many of them (tb/model.mk).
export COHGEN_HEADERS=1

# FULL=1 (make test-all): all seeds, all points, all faults. full: is it?
full() { [ "${FULL:-0}" = 1 ]; }

# centiseconds TIME: $cs, of what `times` prints, 1m2.345678s
centiseconds() {
    local whole=${1#*m} rest
    whole=${whole%s} rest=${1#*.}
    rest=${rest%"${rest#??}"}
    cs=$(((${1%%m*} * 60 + ${whole%.*}) * 100 + 1$rest - 100))
}

# cost NAME: a line 'CENTISECONDS NAME' in $COSTS, if this is a stage of tests/run.sh: what the processor did since the test before,
# unless that is next to nothing.
spent=0
cost() {
    [ -n "${COSTS:-}" ] || return 0
    times >"$COSTS.now"
    { read -r _ && read -r user system; } <"$COSTS.now"
    centiseconds "$user" && used=$cs
    centiseconds "$system" && used=$((used + cs))
    if [ "$used" -lt "$spent" ]; then spent=0; fi # a shell of its own
    if [ $((used - spent)) -ge 5 ]; then echo "$((used - spent)) $1" >>"$COSTS"; fi
    spent=$used
}

ok() {
    passed=$((passed + 1))
    echo "ok   $1"
    cost "$1"
}

fail() {
    failed=$((failed + 1))
    echo "FAIL $1"
    cost "$1"
    shift
    for line in "$@"; do printf '     %s\n' "$line"; done
}

# $tmp: a folder that goes when the script ends; $bad: a file in it, for check
scratch() {
    tmp=$(mktemp -d)
    bad=$tmp/bad
    trap 'rm -rf "$tmp"' EXIT
}

# results NAME [kept]: $out, the folder of what a stage leaves to be looked at, empty at first unless it is kept; $bad
results() {
    out=build/test/$1
    bad=$out/bad
    [ "${2:-}" = kept ] || rm -rf "$out"
    mkdir -p "$out"
}

check() {
    if [ -s "$2" ]; then
        fail "$1"
        head -n 12 "$2" | sed 's/^/     /'
    else
        ok "$1"
    fi
}

# simulated_only TABLE: no hardware is made of it
simulated_only() { grep -q '^  "simulation_only":' "$1"; }

# A table's file, by its name: of protocols/, or of tests/tables.
table_file() { if [ -f "protocols/$1.json" ]; then echo "protocols/$1.json"; else echo "tests/tables/$1.json"; fi; }

# As little of everything as makes conflicts: a model of it is built in seconds. "@tiny" in tests' lists.
tiny="--set cores=2 --set threads=2 --set partitions=1 --set line_bytes=16 --set addr_bits=20 --set axi_data_bits=32 \
--set l1_sets=4 --set l1_ways=1 --set l1_mshrs=2 --set l1_waiters=2 --set l2_sets=4 --set l2_ways=2 --set l2_mshrs=2 \
--set l2_waiters=2"

# Of what a script leaves open, little: a walk-through's model is built in seconds, and Icarus' time goes with the size of
# the design. "@few" in tests' lists.
few="--set threads=2 --set l1_sets=4 --set l1_mshrs=2 --set l1_waiters=2 --set l2_sets=8 --set l2_mshrs=2 --set l2_waiters=2"

# The design point of RCC's replays (tests/replay): a run that is made there shares their model. "@steps" in tests' lists.
steps="--set cores=2 --set threads=2 --set partitions=1 --set line_bytes=16 --set addr_bits=16 --set l1_sets=2 --set l1_ways=1 \
--set l1_mshrs=2 --set l1_waiters=2 --set l2_sets=2 --set l2_ways=1 --set l2_mshrs=2 --set l2_waiters=2 --set ts_bits=6 \
--set lease_min=4 --set lease_max=4 --set tick_cycles=64"

# `verilator --lint-only` also makes all of the simulator but its text. What makes that faster warns of nothing, and takes a seventh of the time.
lint_quick=$(printf -- '-fno-%s ' case combine const-bit-op-tree dedup dfg expand life life-post localize merge-cond subst subst-const table)

total() {
    keep_total
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
