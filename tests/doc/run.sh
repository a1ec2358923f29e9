#!/bin/bash
# cohgen doc, for each protocol: well-formed, whole, self-contained, and readable in a browser at 1280 and 390 pixels. Needs
# build/cohgen, dot, xmllint and chromium.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
scratch
whole "$(digest build/cohgen protocols tests/diag/base.json tests/doc) $(versions chromium dot xmllint)"

# A page in a browser without a screen. Fonts, cache and profile stay in $tmp.
browse() {
    HOME=$tmp timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --allow-file-access-from-files --user-data-dir="$tmp/profile" --virtual-time-budget=10000 "$@" 2>"$tmp/chromium.log"
}

for table in protocols/*.json tests/diag/base.json; do
    name=$(sed -n 's/^ *"name": *"\([a-z0-9_]*\)",.*/\1/p' "$table" | head -n 1)
    dir=$tmp/$name
    build/cohgen doc "$table" -q -o "$dir" 2>"$bad"
    check "$name: cohgen doc" "$bad"
    [ -f "$dir/index.html" ] || continue

    # The gallery of named character references is HTML's, not XML's: the page uses none but XML's five.
    xmllint --noout "$dir"/index.html "$dir"/*.svg 2>"$bad"
    check "$name: page and diagrams are well-formed" "$bad"

    grep -noE "(https?:|//[a-z]+\.|url\(|<script|<link|@import|<img)[^ ]*" "$dir/index.html" >"$bad"
    check "$name: the page asks for nothing from elsewhere" "$bad"

    grep -oE ' id="[^"]*"' "$dir/index.html" | sort | uniq -d >"$bad"
    check "$name: ids are there once" "$bad"

    grep -oE ' id="[^"]*"' "$dir/index.html" | sed 's/ id="//;s/"//' | sort -u >"$tmp/ids"
    grep -oE ' href="#[^"]*"' "$dir/index.html" | sed 's/ href="#//;s/"//' | sort -u | comm -23 - "$tmp/ids" >"$bad"
    check "$name: every link leads somewhere" "$bad"

    build/cohgen gen "$table" --dump-ir | sed -n "s/^  rule [0-9]* \($name\.[^:]*\):.*/\1/p" | sort >"$tmp/rules"
    [ -s "$tmp/rules" ] || echo "no rules" >"$tmp/rules"
    comm -23 "$tmp/rules" "$tmp/ids" >"$bad"
    check "$name: every rule is on the page" "$bad"
    while read -r id; do
        grep -qF "<a id=\"$id\"></a>" "$dir/$name.md" || echo "$id"
    done <"$tmp/rules" >"$bad"
    check "$name: every rule is in the Markdown" "$bad"

    # Of a table for simulation only there is no manifest.
    # "machine states transitions rules" of both manifests, which json-c and our own printing lay out differently.
    simulated_only "$table" || build/cohgen gen "$table" -q -o "$tmp/design"
    counts() {
        tr -d ' \n' <"$1" | sed 's/.*"machines":{//' | grep -oE '"[a-z0-9_]+":\{("module":"[^"]*",)?"controllers":[^{}]*' |
            sed -E 's/"([a-z0-9_]+)":\{.*"states":([0-9]+).*/\1 states \2 &/;
                s/^([a-z0-9_]+ states [0-9]+) .*"rules":([0-9]+).*"transitions":([0-9]+).*/\1 rules \2 transitions \3/'
    }
    counts "$tmp/design/manifest.json" >"$tmp/a"
    counts "$dir/doc.json" >"$tmp/b"
    [ -s "$tmp/a" ] || echo "no counts" >>"$tmp/b"
    diff "$tmp/a" "$tmp/b" >"$bad"
    simulated_only "$table" || check "$name: counts are those of the design's manifest" "$bad"

    (cd / && "$OLDPWD/build/cohgen" doc "$OLDPWD/$table" -q -o "$tmp/again" && diff -r "$dir" "$tmp/again") >"$bad" 2>&1
    grep -rnoE "(/home/|/root/|/tmp/|$PWD|20[0-9][0-9]-[01][0-9]-[0-3][0-9])" "$dir" >>"$bad"
    check "$name: same input, same bytes, no paths of this machine" "$bad"
    rm -rf "$tmp/again"

    cp "$dir/index.html" "$tmp/page.html"
    cp tests/doc/measure.html "$tmp/measure.html"
    browse --dump-dom "file://$tmp/measure.html" | sed -n '/<pre id="result">/,/<\/pre>/p' | sed 's/<[^>]*>//g' |
        grep -v '^$' >"$tmp/measured"
    awk 'NF == 2 && $2 > $1 { print "at " $1 " pixels the page is " $2 " wide" } NF > 2' "$tmp/measured" >"$bad"
    [ "$(grep -cE '^(1280|390) [0-9]+$' "$tmp/measured")" = 2 ] || cat "$tmp/measured" "$tmp/chromium.log" >>"$bad"
    check "$name: fits 1280 and 390 pixels, no labels overlap" "$bad"
done

# Bits a line, from the design: table 4.2 of the thesis (docs/stash.md). A stash costs the L2 a bit of state a word, and its own words have 10 bits beside data.
: >"$bad"
line_bits() { # PROTOCOL MACHINE
    awk -F'|' -v of="\`$2\`" '/^### One controller/ { on = index($0, of) } on && $2 == " line " && $3 != " all " { print $3, $4 }' "$tmp/$1/$1.md" | tr -d ' \`'
}
line_bits dd l2 | sed 's/^state32$/state48/' >"$tmp/of_dd"
[ "$(wc -l <"$tmp/of_dd")" -eq 5 ] || echo "not five rows" >>"$bad"
line_bits stash l2 | diff "$tmp/of_dd" - >>"$bad"
printf 'line.map4\nline.index2\nline.own1\nline.copied1\nstate2\ndata32\n' | diff - <(line_bits stash stash) >>"$bad"
check "stash: a bit a word at the L2, 10 bits a word in the stash" "$bad"

# The heat map: each kind of row is marked, and only where counts were given.
coverage=$tmp/coverage.json
build/cohgen gen tests/diag/base.json --dump-ir | sed -n 's/^  rule [0-9]* \([^:]*\):.*/\1/p' >"$tmp/rules"
awk 'BEGIN { print "{\"machines\": [{\"rules\": [" }
    { printf "%s{\"id\": \"%s\", \"fired\": %d%s}", (NR == 1 ? "" : ",\n"), $1, (NR % 2 ? 10 ^ (NR % 5) : 0),
        (NR % 4 == 0 ? ", \"checked\": 5" : NR % 6 == 0 ? ", \"checked\": null, \"unreachable\": true" : "") }
    END { print "]}]}" }' "$tmp/rules" >"$coverage"
build/cohgen doc tests/diag/base.json -q --coverage "$coverage" -o "$tmp/heat"
xmllint --noout "$tmp/heat/index.html" 2>"$bad"
for class in fired checked unreachable never uncounted; do
    grep -qE "id=\"[a-z0-9_]+\.[^\"]*\"" "$tmp/heat/index.html" && grep -qE "class=\"[^\"]* $class[ \"]" "$tmp/heat/index.html" ||
        echo "$class: no rule has it" >>"$bad"
    # shellcheck disable=SC2016
    grep -qE "<(td|div) class=\"[^\"]* $class[ \"]" "$tmp/$(basename "$name")/index.html" && echo "$class: without counts" >>"$bad"
done
check "coverage: each kind of rule is marked" "$bad"
total
