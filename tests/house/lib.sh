# Counting for test scripts: sourced. ok NAME, fail NAME [line...], check NAME FILE (passes if FILE is empty, else shows
# it), and at the end: total.
passed=0 failed=0

ok() {
    passed=$((passed + 1))
    echo "ok   $1"
}

fail() {
    failed=$((failed + 1))
    echo "FAIL $1"
    shift
    for line in "$@"; do printf '     %s\n' "$line"; done
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

total() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
