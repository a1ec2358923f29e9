#!/bin/bash
# House rules: what holds for every file, checked. Needs build/cohgen.
set -u
cd "$(dirname "$0")/../.."
. tests/house/lib.sh
scratch

# Our files: known to git, or not yet.
git ls-files -co --exclude-standard 2>/dev/null | while read -r f; do [ -f "$f" ] && echo "$f"; done >"$tmp/all"
[ -s "$tmp/all" ] || find . -path ./.git -prune -o -path ./build -prune -o -path ./out -prune -o -type f -print | sed 's,^\./,,' >"$tmp/all"
grep -E '\.[ch]$' "$tmp/all" >"$tmp/c"
grep -vE '(^|/)LICENSE$|\.(fst|png|svg|gr|mtx)$' "$tmp/all" >"$tmp/text"

# ------------------------------------------------------------------------------------------------- form of the files
xargs clang-format --dry-run <"$tmp/c" 2>&1 | grep 'warning:' | cut -d: -f1 | sort | uniq -c >"$bad"
check "clang-format finds nothing to change (make format)" "$bad"

grep -vE "\.(err|out|expected)\$" "$tmp/text" | xargs grep -nE "[[:blank:]]+\$" /dev/null | cut -c1-100 >"$bad"
check "no white space at the ends of lines" "$bad"

xargs grep -lP '\r$' <"$tmp/text" /dev/null >"$bad"
check "lines end in LF" "$bad"

xargs grep -LPz '(?s)\n\z|^\z' <"$tmp/text" | while read -r f; do [ ! -s "$f" ] || echo "$f"; done >"$bad"
check "files end in a newline" "$bad"

grep -vE '(^|/)Makefile$|\.mk$' "$tmp/text" | xargs grep -nP '\t' /dev/null | cut -c1-100 >"$bad"
check "tabs only in makefiles" "$bad"

xargs awk 'length($0) > 110 { print FILENAME ":" FNR ": " length($0) " characters" }' <"$tmp/c" >"$bad"
check "lines of C have at most 110 characters" "$bad"

{ cat "$tmp/c" && git ls-files '*.sv'; } | xargs awk 'FNR == 501 { print FILENAME }' >"$bad"
check "files of C and SystemVerilog have at most 500 lines" "$bad"

# Lists of functions: lines and place.
functions() { xargs awk -f tests/house/functions.awk | sort -n; }
too_long() { awk '{ n[NR] = $1 } $1 > 80 { print $2 ": a function of " $1 " lines" }
    END { m = n[int((NR + 1) / 2)]; if (m > 10) print "half of the functions have more than " m - 1 " lines" }'; }
functions <"$tmp/c" >"$tmp/functions"
too_long <"$tmp/functions" >"$bad"
[ "$(wc -l <"$tmp/functions")" -gt 1000 ] || echo "the functions were not found" >>"$bad"
check "functions of C have at most 80 lines, and half of them at most 10" "$bad"

{
    printf 'static void one(int a) {\n'
    yes '    a++;' | head -n 79
    printf '}\n\nint two(int a,\n        int b) {\n}\n\nstruct three {\n    int a;\n};\n'
} >"$tmp/long.c"
echo "$tmp/long.c" | functions | too_long | sed "s,$tmp/,," >"$tmp/found"
printf 'long.c:1: a function of 81 lines\n' | diff - "$tmp/found" >"$bad"
[ "$(echo "$tmp/long.c" | functions | wc -l)" = 2 ] || echo "two functions are not two" >>"$bad"
check "a function that is too long is found" "$bad"

# named_files FILE...: a line for each file of C that a comment names, with the place: NAME, _table.c stand for many.
named_files() {
    awk 'i = index($0, "//") { rest = substr($0, i + 2)
        while (match(rest, /[A-Za-z0-9_\/]+\.[ch]([^A-Za-z0-9_]|$)/)) {
            name = substr(rest, RSTART, RLENGTH); sub(/[^A-Za-z0-9_]$/, "", name); rest = substr(rest, RSTART + RLENGTH - 1)
            if (name !~ /^_|[A-Z]/) print name, FILENAME ":" FNR } }' "$@"
}
# not_there: of these lines those whose file is not there, seen from the top, from a room, or by its name alone
not_there() {
    while read -r name at; do
        case $name in
        */*) [ -f "$name" ] || [ -f "gen/$name" ] || [ -f "tb/$name" ] || echo "$at: there is no $name" ;;
        *) grep -qE "(^|/)$name\$" "$tmp/c" || echo "$at: there is no $name" ;;
        esac
    done
}
# shellcheck disable=SC2046
named_files $(cat "$tmp/c") >"$tmp/told"
not_there <"$tmp/told" >"$bad"
[ "$(wc -l <"$tmp/told")" -gt 100 ] || echo "the comments were not read" >>"$bad"
check "files of C that comments name are there" "$bad"

printf '// See gone.h, gen/base/gone.c and base/map.h.\nint a; // as in NAME.c, _table.c, map.c; http://x\n' >"$tmp/gone.c"
named_files "$tmp/gone.c" | not_there | sed "s,^$tmp/,," >"$tmp/found"
printf 'gone.c:1: there is no gone.h\ngone.c:1: there is no gen/base/gone.c\n' | diff - "$tmp/found" >"$bad"
check "a file that is not there is found" "$bad"

grep -E '\.(cc|cpp|cxx|c\+\+|hh|hpp|hxx)$' "$tmp/all" >"$bad"
check "no C++ sources" "$bad"

for f in $(grep -E '(^|/)run\.sh$|^tests/house/rooms\.sh$|\.ci/run$|^mk/(demo|speed|figures|diagnostics|install-packages|test-all)\.sh$' "$tmp/all"); do [ -x "$f" ] || echo "$f"; done >"$bad"
check "scripts are executable" "$bad"

# ------------------------------------------------------------------------------------------------------------ walls
# C without its comments: gcc's preprocessor takes them out and does nothing else.
protocols=$(basename -s .json -a protocols/*.json | tr '\n' '|')
protocols=${protocols%|}
# named_protocols FILE...: their strings that are, or have as a word, a protocol's name
named_protocols() {
    for f; do
        gcc -fpreprocessed -dD -E -P "$f" 2>/dev/null |
            grep -nE "\"([^\"]*[^a-z0-9_\"])?($protocols)([^a-z0-9_][^\"]*)?\"" | sed "s,^,$f: ,"
    done
}
# shellcheck disable=SC2046
named_protocols $(grep -E '^(gen|tb)/.*\.c$' "$tmp/c") >"$bad"
# A stash and its scratchpad with an engine are structures, too, of which rtl/ has parts that are named after them (docs/stash.md): these
# parts may speak of them, and others may name these parts. Of the protocols that are made of such a structure nothing knows either.
parts='stash_map|stash_storage|stash_translate|scratch_dma|vp_map'
# named_in_text FILE...: lines with a protocol's name
named_in_text() {
    for f; do
        known=
        if [[ $f =~ /cohgen_($parts)\.sv$ ]]; then known='s/(^|[^a-z0-9])(stash|scratch_dma)($|[^a-z0-9])/\1_\3/gI'; fi
        sed -E "s/cohgen_(formal_)?($parts)//gI; $known; $known" "$f" | grep -niE "(^|[^a-z0-9])($protocols)([^a-z0-9]|\$)" | sed "s,^,$f: ,"
    done
}
named_in_text rtl/*.sv tb/*.sv >>"$bad"
check "no protocol is known by name to gen/, tb/ or rtl/" "$bad"
mkdir "$tmp/structure"
printf '// as cohgen_stash_map has it\n// a stash\n// dd\n' | tee "$tmp/structure/cohgen_stash_map.sv" >"$tmp/structure/cohgen_other.sv"
named_in_text "$tmp"/structure/*.sv | sed "s,^$tmp/structure/,," >"$tmp/found"
printf 'cohgen_other.sv: 2:// a stash\ncohgen_other.sv: 3:// dd\ncohgen_stash_map.sv: 3:// dd\n' | diff - "$tmp/found" >"$bad"
check "a protocol's name is found in a part, but for the structure that it is part of" "$bad"
printf 'int a; // of "rcc"\nconst char *b = "rcc_wo", *c = "is dd here", *d = "rccs";\n' >"$tmp/named.c"
named_protocols "$tmp/named.c" | sed "s,^$tmp/,," >"$tmp/found"
printf 'named.c: 2:const char *b = "rcc_wo", *c = "is dd here", *d = "rccs";\n' | diff - "$tmp/found" >"$bad"
check "a protocol's name is found" "$bad"

tests/house/rooms.sh >"$bad"
check "every room includes what rooms.list lets it, and no rooms go in a circle" "$bad"

# Two rooms that include each other, a header that is not for others, and a room that is in no list.
mkdir -p "$tmp/rooms/gen/a" "$tmp/rooms/gen/b" "$tmp/rooms/gen/c" "$tmp/rooms/tb/d" "$tmp/rooms/tests/house"
printf 'a: b | a.h\nb: a | b.h\nd: | d.h\n' >"$tmp/rooms/tests/house/rooms.list"
echo '#include "b/b.h"' >"$tmp/rooms/gen/a/a.c"
echo '#include "a/inner.h"' >"$tmp/rooms/gen/b/b.c"
echo '#include "a/a.h"' >"$tmp/rooms/gen/c/c.c"
printf '#include "../../gen/a/a.h"\n#include "a/a.h"\n' >"$tmp/rooms/tb/d/d.c"
tests/house/rooms.sh "$tmp/rooms" 2>&1 | sort >"$tmp/found"
cat >"$tmp/wanted" <<'TEXT'
a
a circle of rooms: input contains a loop:
b
gen/b/b.c:1: a/inner.h is not for other rooms
gen/c/c.c: the room c is not in tests/house/rooms.list
tb/d/d.c:1: ../../gen/a/a.h: headers are named from the room, or stand in the same folder
tb/d/d.c:2: d may not include a
TEXT
sort "$tmp/wanted" | diff - "$tmp/found" >"$bad"
check "rooms that break each of these rules are found" "$bad"

# named_often FILE ROWS PREFIX LEAST: names of the rows that more than 6 files mention; and FILE has more than LEAST rows.
named_often() {
    sed -n "s/^[$2](\([A-Z_]*\),.*/\1/p" "$1" | while read -r name; do
        n=$(grep -lwr "$3$name" gen tb | wc -l)
        [ "$n" -le 6 ] || echo "$3$name: in $n files"
    done
    [ "$(grep -c "^[$2](" "$1")" -gt "$4" ] || echo "$1 has few rows"
}
named_often gen/lang/verbs.def X CG_A_ 20 >"$bad"
check "no verb is named in more than 6 files: what follows from its row asks for effects" "$bad"

named_often gen/lang/ops.def LX CG_X_ 30 >"$bad"
check "no leaf and no operator of expressions is named in more than 6 files: what follows from its row asks the row" "$bad"

# A loop over the spaces of storage names none of them; what is true of lines alone says n_line.
n=$(grep -lwr n_line gen tb | wc -l)
[ "$n" -le 12 ] || grep -lwr n_line gen tb >"$bad"
[ "$n" -le 12 ] && : >"$bad"
check "few files count the fields of lines alone: what is about all spaces goes over spaces.def" "$bad"

# A name that several files give to a function of their own says too little of any. setup, thread and check are what every
# workload has (tb/programs/workload.h).
shared() { # FILE...: names of static functions that more than two files have
    awk 'FNR == 1 { delete here }
        match($0, /^static [a-z_A-Z0-9 *]*[ *][a-z_0-9]+\(/) { name = substr($0, 1, RLENGTH - 1); sub(/.*[ *]/, "", name)
            if (!(name in here)) { here[name] = 1; n[name]++; where[name] = where[name] " " FILENAME } }
        END { for (name in n) if (n[name] > 2) print name ":" where[name] }' "$@"
}
# shellcheck disable=SC2046
shared $(grep -E '^(gen|tb)/.*\.c$' "$tmp/c") | grep -vE '^(setup|thread|check):' >"$bad"
check "no more than two files give a function of their own the same name" "$bad"

for i in 1 2 3; do echo 'static void *put(int a) {' >"$tmp/shared$i.c"; done
[ "$(shared "$tmp"/shared?.c | cut -d: -f1)" = put ] || echo "put is not found" >"$bad"
check "a name of three files is found" "$bad"

nm -A --defined-only build/libcohgen.a build/libtb.a 2>/dev/null |
    awk 'NF == 3 && $2 ~ /^[TDBR]$/ { where[$3] = where[$3] " " $1; n[$3]++ }
        END { for (s in n) if (n[s] > 1) print s where[s] }' >"$bad"
check "no name is defined twice in the archives" "$bad"

# strange_names: of lines 'FOLDER NAME' those whose name begins with nothing that prefixes.list has for the folder
strange_names() {
    awk 'FNR == NR { if ($0 !~ /^#/) { folder = $1; sub(/:$/, "", folder); for (i = 2; i <= NF; i++) may[folder, tolower($i)] = 1 }; next }
        { split(tolower($2), part, "_"); own = part[1] == "" ? "_" part[2] : part[1]
          if (own != "cg" && !(($1, own) in may)) print $1 ": " $2 }' tests/house/prefixes.list -
}
# What the object files of present sources give to others.
grep -E '^(gen|tb)/.*\.c$' "$tmp/c" | sed 's,\.c$,.o,; s,^,build/obj/,' | while read -r f; do [ -f "$f" ] && echo "$f"; done |
    xargs nm -A --defined-only 2>/dev/null | awk '$2 ~ /^[TDBR]$/ { sub(/^build\/obj\//, "", $1); sub(/\/[^\/]*$/, "", $1); print $1, $3 }' >"$tmp/names"
strange_names <"$tmp/names" >"$bad"
[ "$(wc -l <"$tmp/names")" -gt 1000 ] || echo "the names were not found" >>"$bad"
check "names that files give to others begin as prefixes.list says" "$bad"

printf 'gen/plan cg_plan\ngen/plan sv_plan\ngen/emit/sv sv_rows\ngen/emit/sv rows\ngen/lang CG_LEAVES\n' | strange_names >"$tmp/found"
printf 'gen/plan: sv_plan\ngen/emit/sv: rows\n' | diff - "$tmp/found" >"$bad"
check "a name that begins otherwise is found" "$bad"

ports() { sed -n '/^module/,/^);/p' "$1" | grep -oE '(input|output|parameter).*[A-Za-z_]+' | sed 's/ logic//;s/ int//' |
    sed -E 's/parameter +([A-Za-z]+).*/parameter \1/' | tr -s ' ,' ' ' | sed 's/ $//'; }
: >"$bad"
for sram in 1r1w 1rw; do
    ports rtl/cohgen_sram_$sram.sv >"$tmp/a"
    ports synth/cohgen_sram_$sram.v >"$tmp/b"
    diff "$tmp/a" "$tmp/b" >>"$bad"
done
check "the SRAMs that synthesis sees have the ports of the real ones" "$bad"

# ---------------------------------------------------------------------------------------------------- documentation
sed -n 's/^ *X([A-Z_]*, "\([a-z-]*\)", .*/\1/p' gen/app/cli/table.h | while read -r o; do
    grep -q -- "\\\\-\\\\-$(printf '%s' "$o" | sed 's/-/\\\\-/g')" build/man/cohgen.1 || echo "--$o"
done >"$bad"
check "every option is in the manual page" "$bad"

build/cohgen --help >"$tmp/help"
sed -n 's/^ *X(\([a-z]*\), "[][A-Z. ]*", [0-9].*/\1/p' gen/app/cli/table.h >"$tmp/commands"
while read -r k; do
    grep -q "^  $k " "$tmp/help" || echo "$k: not in cohgen --help"
    build/cohgen "$k" --help | grep -q '^Example: cohgen ' || echo "$k: no example in its --help"
done <"$tmp/commands" >"$bad"
[ -s "$tmp/commands" ] || echo "no subcommands found" >"$bad"
check "every subcommand has help and an example" "$bad"

bash -n build/completion/cohgen.bash 2>"$bad"
check "the bash completion is bash" "$bad"

if [ -f docs/diagnostics.md ]; then mk/diagnostics.sh | diff - docs/diagnostics.md >"$bad" 2>&1
else echo "docs/diagnostics.md is missing: mk/diagnostics.sh > docs/diagnostics.md" >"$bad"; fi
check "docs/diagnostics.md lists every diagnostic (mk/diagnostics.sh)" "$bad"

grep -E '\.md$' "$tmp/all" | xargs tests/house/links.sh >"$bad"
check "links of the documents lead to files and headings that there are" "$bad"

printf '# A page\n\n[here](#a-page), [gone](#a-pag),\n\n    [code](none.md)\n\n* [no file](none.md), `[code](none.md)`\n' >"$tmp/page.md"
tests/house/links.sh "$tmp/page.md" | sed "s,^$tmp/,," >"$tmp/found"
printf 'page.md:3: #a-pag: no such heading\npage.md:7: none.md: no such file\n' | diff - "$tmp/found" >"$bad"
check "links that lead nowhere are found" "$bad"

sed -n 's/^ *X(\([EW]_[A-Z_]*\), \([0-9]*\),.*/\1 \2/p' gen/base/diag.h | while read -r name number; do
    grep -rqsE "[EW]0$number" tests/diag tests/cli || echo "$name ($number)"
done >"$bad"
check "every diagnostic has a test" "$bad"

# ---------------------------------------------------------------------------------------------------- design points
# A table that is new has the point tiny without doing anything for it: what it does not declare is left out there.
for p in protocols/*.json tests/tables/*.json; do
    NO_COLOR=1 build/cohgen diff "$p" "$p" --point tiny 2>&1 >/dev/null | sed "s,^,$p: ,"
done >"$bad"
check "every table has the design point tiny" "$bad"

# Of a name that no table has nobody else complains.
sed -n '/"if_declared"/,/}/s/^ *"\([a-z0-9_]*\)": [0-9].*/\1/p' protocols/points/*.json | sort -u >"$tmp/names"
while read -r name; do
    grep -qE "^ *\"$name\": *\{\"default\"" protocols/*.json protocols/include/*.json || echo "$name"
done <"$tmp/names" >"$bad"
[ -s "$tmp/names" ] || echo "no such names found" >"$bad"
check "what design points set if it is declared, some table declares" "$bad"

# ------------------------------------------------------------------------------------------------------------ output
for p in protocols/*.json; do
    name=$(basename "$p" .json)
    simulated_only "$p" && continue
    build/cohgen gen "$name" -q -o "$tmp/one/$name" 2>"$bad" || echo "cohgen gen $name failed" >>"$bad"
    (cd / && "$OLDPWD/build/cohgen" gen "$name" -q -o "$tmp/two/$name") 2>>"$bad"
    diff -r "$tmp/one/$name" "$tmp/two/$name" >>"$bad" 2>&1
    check "$name: same input, same bytes" "$bad"
    grep -rnE "(/home/|/root/|/tmp/|$PWD|$tmp|20[0-9][0-9]-[01][0-9]-[0-3][0-9])" "$tmp/one/$name" >"$bad"
    check "$name: no paths of this machine and no dates in the output" "$bad"
done

total
