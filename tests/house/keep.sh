# Passes that are kept: sourced by tests/house/lib.sh, for sh and bash.
#
# A test that has passed passes again as long as nothing that it depends on has changed. Its key is a text that names all of
# that: arguments, hashes of files (digest), versions of tools (versions). $COHGEN_CACHE/passed/HASH OF THE KEY is a file
# that repeats the hash, with hashes of the files that the test has made, which stand beside it. An entry that says anything
# else is damaged, and is none. A failure is never kept. FRESH=1: nothing is taken from there.
#
#     key="$(digest "$tmp/design") $(versions verilator yosys) $flags"
#     once "$name" "$key" COMMAND...         passes if COMMAND prints nothing; 'ok NAME (kept)' without running it
#
#     if kept "$key" FILE...; then ...       the same in steps: true, and the FILEs are those of the pass
#     keep "$key" FILE...                    it has passed: keep it with these FILEs
#
#     whole "$key"                           the stage ends here if all of it passed with this key; else `total` keeps it

keep_folder=${COHGEN_CACHE:-build/cache}/passed
case $keep_folder in /*) ;; *) keep_folder=$PWD/$keep_folder ;; esac
# The stage's own script is part of every key. Where it cannot be found, nothing is kept.
keep_stage=tests/$(basename "$(dirname "$0")")/run.sh
[ -f "$keep_stage" ] || FRESH=1

# digest PATH...: one hash of the contents of files and of folders with the names in them
digest() {
    for keep_path; do
        if [ -d "$keep_path" ]; then
            (cd "$keep_path" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 -r sha256sum)
        else
            sha256sum <"$keep_path"
        fi
    done | sha256sum | cut -c1-64
}

# versions TOOL...: what the tools say of their versions
versions() {
    for keep_tool; do
        case $keep_tool in
        iverilog) iverilog -V 2>&1 | head -n 1 ;;
        *) "$keep_tool" --version 2>&1 | head -n 1 ;;
        esac
    done | tr '\n' ';'
}

# simulation TABLE: $simulated is what a co-simulation of the table (a name, or a file) depends on beside its arguments
simulation() {
    if [ -z "${keep_programs:-}" ]; then
        keep_programs="$(digest build/cohgen build/libsim.a build/libcohgen.a rtl tb/*.sv tb/model.mk protocols/include protocols/models \
            protocols/points) $(versions verilator g++) ${COHGEN_OPTIMIZE-}"
    fi
    simulated="$keep_programs $(build/cohgen gen "$1" --dump-table 2>&1 | sha256sum)"
}

# The name of a key's entry.
keep_name() {
    [ -n "${keep_script:-}" ] || keep_script=$(digest "$keep_stage")
    printf '%s\n%s\n' "$keep_script" "$1" | sha256sum | cut -c1-64
}

# What stands in the entry $1 whose files are there as $2.1, $2.2, ...
keep_text() {
    echo "passed $1"
    for keep_file in "$2".[0-9]*; do
        if [ -f "$keep_file" ]; then sha256sum <"$keep_file"; fi
    done
}

# kept KEY [FILE...]: has it passed before? The FILEs become what they were.
kept() {
    [ "${FRESH:-0}" != 1 ] || return 1
    keep_entry=$(keep_name "$1")
    keep_at=$keep_folder/$keep_entry
    shift
    [ -f "$keep_at" ] && keep_text "$keep_entry" "$keep_at" | cmp -s - "$keep_at" || return 1
    keep_n=0
    for keep_file; do
        keep_n=$((keep_n + 1))
        cp "$keep_at.$keep_n" "$keep_file" || return 1
    done
}

# keep KEY [FILE...]: it has passed. The entry comes last, and at once.
keep() {
    keep_entry=$(keep_name "$1")
    keep_at=$keep_folder/$keep_entry
    shift
    mkdir -p "$keep_folder" && rm -f "$keep_at" "$keep_at".[0-9]* || return 0
    keep_n=0
    for keep_file; do
        keep_n=$((keep_n + 1))
        cp "$keep_file" "$keep_at.$keep_n" || return 0
    done
    keep_text "$keep_entry" "$keep_at" >"$keep_at.new.$$" && mv "$keep_at.new.$$" "$keep_at"
}

# once NAME KEY COMMAND...: a test that passes if COMMAND prints nothing
once() {
    keep_title=$1 keep_key=$2
    shift 2
    if kept "$keep_key"; then
        ok "$keep_title (kept)"
        return
    fi
    keep_out=$(mktemp)
    "$@" >"$keep_out" 2>&1 </dev/null
    if [ ! -s "$keep_out" ]; then keep "$keep_key"; fi
    check "$keep_title" "$keep_out"
    rm -f "$keep_out"
}

# whole KEY: of a stage whose tests, but for those before it, are all about the same files
whole() {
    keep_count=$(mktemp) keep_before=$passed
    if kept "$1" "$keep_count"; then
        passed=$((passed + $(cat "$keep_count")))
        rm -f "$keep_count"
        echo "ok   all tests of this stage (kept, $((passed - keep_before)))"
        total
        exit 0
    fi
    rm -f "$keep_count"
    keep_whole=$1
}

# What `whole` began.
keep_total() {
    if [ -n "${keep_whole:-}" ] && [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]; then
        keep_count=$(mktemp)
        echo "$((passed - keep_before))" >"$keep_count"
        keep "$keep_whole" "$keep_count"
        rm -f "$keep_count"
    fi
}
