#!/bin/bash
# docs/first-protocol.md, followed: every command that the page shows is run in its order and must say what stands there, and
# every piece of a table must be in the table of that step. The tables of whole sections are in docs/examples, too:
# tests/first/run.sh --update writes them. Needs build/cohgen.
#
#     <!-- step NAME... -->   from here on msi.json is protocols/msi.json after NAME.sed..., and in the end tidy.sed
#     <!-- file TEXT -->      from here on it holds TEXT
#     <!-- full -->           the next block is run with FULL=1 only
#     an indented block       '$ cohgen ...' and what it prints; a line '...' stands for any lines. Else lines of msi.json
#
# Seconds, and what was in the cache, may differ; empty lines do not count.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
home=$PWD page=docs/first-protocol.md
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export NO_COLOR=1 COLUMNS=80 COHGEN_CACHE=${COHGEN_CACHE:-$PWD/build/cache}
whole "$(digest build/cohgen protocols rtl tb synth $page docs/examples tests/first) $(versions rumur verilator yosys) full=${FULL:-0}"

# The page's commands are the reader's. Of small explorations the compiler's work is most.
cohgen() {
    local quick=
    if [ "$1" = check ]; then quick=--optimize=0; fi
    "$home/build/cohgen" "$@" ${quick:+"$quick"}
}

step() {
    local names=$1 name
    [ -z "$names" ] || names="$names part"
    cp protocols/msi.json "$tmp/work/msi.json"
    for name in $names; do
        sed -f "tests/first/$name.sed" "$tmp/work/msi.json" >"$tmp/next"
        if cmp -s "$tmp/next" "$tmp/work/msi.json"; then fail "$name.sed changes nothing"; fi
        mv "$tmp/next" "$tmp/work/msi.json"
    done
    [ -z "$names" ] || sed -i -f tests/first/tidy.sed "$tmp/work/msi.json"
}

plain() {
    sed -E 's/[0-9.]+ \+ [0-9.]+ \|[ 0-9,]*\|/SECONDS |/; s/ \(cached\)//; s/ in [0-9.]+ s;/ in SECONDS;/; s/; in a second of .*//
        /^[a-z]+: (Verilator|C\+\+ compiler)[ ,].* \([0-9.]+ s\)$/d; s/ +$//; /^$/d' "$1"
}

# matches WANTED GOT: line by line, and '...' is any lines
matches() {
    awk 'NR == FNR { wanted[++n] = $0; next } { got[++m] = $0 }
        END {
            g = 1
            for (i = 1; i <= n; i++) {
                if (wanted[i] == "...") { any = 1; continue }
                while (any && g <= m && got[g] != wanted[i]) g++
                if (got[g++] != wanted[i]) { print "not there: " wanted[i]; exit }
                any = 0
            }
            if (!any && g <= m) print "more than the page has: " got[g]
        }' "$1" "$2"
}

# shown COMMAND: $tmp/wanted is what it says
shown() {
    (cd "$tmp/work" && eval "$1" >"$tmp/out" 2>"$tmp/err" </dev/null)
    if [ -s "$tmp/out" ]; then plain "$tmp/out"; else plain "$tmp/err"; fi >"$tmp/got"
    plain "$tmp/wanted" >"$tmp/plain"
    matches "$tmp/plain" "$tmp/got" >"$tmp/bad"
    if [ -s "$tmp/bad" ]; then sed 's/^/says: /' "$tmp/got" | head -n 40 >>"$tmp/bad"; fi
    check "$step: $1" "$tmp/bad"
}

# Lines of a table: they stand in msi.json, one behind the other, perhaps with others between.
piece() {
    sed 's/^ *//; s/,$//' "$tmp/work/msi.json" >"$tmp/got"
    sed 's/^ *//; s/,$//; /^$/d; /^\.\.\.$/d; s/$/\n.../; 1s/^/...\n/' "$tmp/wanted" >"$tmp/plain"
    matches "$tmp/plain" "$tmp/got" >"$tmp/bad"
    check "$step: a piece of the table, line $1 of the page" "$tmp/bad"
}

# end_block LINE: the block in $tmp/block, or nothing
end_block() {
    [ -s "$tmp/block" ] || return
    local command
    command=$(sed -n '1s/^\$ //p' "$tmp/block")
    if [ -n "$later" ] && ! full; then :
    elif [ -n "$command" ]; then
        sed 1d "$tmp/block" >"$tmp/wanted"
        shown "$command"
    else
        mv "$tmp/block" "$tmp/wanted"
        piece "$1"
    fi
    later=
    : >"$tmp/block"
}

mkdir "$tmp/work"
if [ "${1:-}" = --update ]; then update=1; else update=; fi
for name in loads stores writebacks; do
    step $name
    [ -z "$update" ] || cp "$tmp/work/msi.json" "docs/examples/msi_$name.json"
    diff -u "docs/examples/msi_$name.json" "$tmp/work/msi.json" >"$tmp/bad" 2>&1
    check "docs/examples/msi_$name.json is the table of its step" "$tmp/bad"
done
: >"$tmp/block"
step='' later='' number=0
while IFS= read -r line; do
    number=$((number + 1))
    case $line in
    '    $ '*) end_block $number ;;&
    '    '*) echo "${line#    }" >>"$tmp/block" ;;
    '') ;;
    *) end_block $number ;;&
    '<!-- step '*)
        step=${line#<!-- step} step=${step%-->} step=$(echo $step)
        step "$step"
        ;;
    '<!-- file '*)
        step=${line#<!-- file } step=${step% -->}
        printf '%s' "${step#nothing}" >"$tmp/work/msi.json"
        ;;
    '<!-- full -->') later=1 ;;
    esac
done <$page
end_block $number
total
