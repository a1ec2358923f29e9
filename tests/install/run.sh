#!/bin/bash
# `make install`: the installed cohgen works in any folder, without the source tree, and `make uninstall` leaves nothing.
# The simulated model is one that other stages build, too, and comes from their cache.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
scratch
export COHGEN_CACHE=${COHGEN_CACHE:-$PWD/build/cache}
mkdir -p "$tmp/elsewhere" "$COHGEN_CACHE"

make -s install DESTDIR="$tmp/root" PREFIX=/opt/cohgen >"$tmp/log" 2>&1 || fail "make install" "$(tail -n 5 "$tmp/log")"
# Moved away from where it was installed to, as a package is unpacked elsewhere; the name holds a space.
mv "$tmp/root/opt/cohgen" "$tmp/a place"
cohgen="$tmp/a place/bin/cohgen"

# run NAME COMMAND...: passes with exit 0, in a folder that is neither the source tree nor the prefix, and without a word
# of the source tree in what it prints.
run() {
    name=$1
    shift
    if ! (cd "$tmp/elsewhere" && env -u COHGEN_HOME "$@") >"$tmp/out" 2>&1; then
        fail "$name" "$(tail -n 5 "$tmp/out")"
    elif grep -q "$PWD/\(protocols\|rtl\|tb\|synth\)" "$tmp/out"; then
        fail "$name: it read the source tree" "$(grep "$PWD/" "$tmp/out" | head -n 3)"
    else
        ok "$name"
    fi
}

run "list" "$cohgen" list
run "gen" "$cohgen" gen rcc -o rcc
run "gen of a table elsewhere, with a model of ours" sh -c 'cp "$1/share/cohgen/protocols/gd.json" my.json && "$1/bin/cohgen" gen my.json -o my' \
    sh "$tmp/a place"
run "doc" "$cohgen" doc mesi_wt -o doc
run "explain" "$cohgen" explain rcc V load
# shellcheck disable=SC2086
run "walk" "$cohgen" walk mesi_wt $tiny --ops 1000
run "mutate --list" "$cohgen" mutate rcc --list
run "sim" "$cohgen" sim mesi_wt --point small -w random -n 500

(cd "$tmp/elsewhere" && env -u COHGEN_HOME "$cohgen" gen rcc -o rcc -q) >"$tmp/out" 2>&1
build/cohgen gen rcc -q -o "$tmp/ours"
diff -r "$tmp/ours" "$tmp/elsewhere/rcc" >"$tmp/diff" 2>&1
check "it emits the same bytes as the source tree's" "$tmp/diff"

# The cache of an installed program is the user's.
(cd "$tmp/elsewhere" && env -u COHGEN_HOME -u COHGEN_CACHE XDG_CACHE_HOME="$tmp/xdg" "$cohgen" check mesi_wt --bound none) \
    >"$tmp/out" 2>&1
find "$tmp/a place" -newer "$tmp/diff" >"$tmp/bad"
check "nothing is written beside the installed files" "$tmp/bad"

mv "$tmp/a place" "$tmp/root/opt/cohgen"
touch "$tmp/root/opt/cohgen/bin/other"
make -s uninstall DESTDIR="$tmp/root" PREFIX=/opt/cohgen
find "$tmp/root" -type f ! -name other >"$tmp/bad"
check "make uninstall leaves nothing of ours" "$tmp/bad"
[ -e "$tmp/root/opt/cohgen/bin/other" ] && ok "and leaves what is not ours" || fail "and leaves what is not ours"
total
