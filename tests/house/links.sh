#!/bin/bash
# tests/house/links.sh FILE...: links of Markdown pages that lead to no file, or to no heading of a page. Those to other
# hosts are not looked at. A heading's name is made as GitHub makes it.
set -u
headings() { # of a page, one name a line; the second of the same name would have -1 behind it, which we do not use
    awk '/^ *```/ { code = !code } !code && /^#+ /' "$1" | sed -E 's/^#+ +//; s/\[([^]]*)\]\([^)]*\)/\1/g' |
        tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9_ -]//g; s/ /-/g'
}
for page in "$@"; do
    awk '/^ *```/ { fenced = !fenced }
        { code = /^    / && (code || before == "") || /^$/ && code; before = $0 }
        !fenced && !code { print FNR ":" $0 }' "$page" |
        sed -E 's/`[^`]*`//g' | grep -oE '^[0-9]+:|\]\([^) ]+\)' |
        awk '/^[0-9]+:$/ { line = $0; next } { print line substr($0, 3, length($0) - 3) }' |
        while IFS=: read -r line target; do
            case $target in http:* | https:* | mailto:*) continue ;; esac
            file=${target%%#*} name=
            [ "$file" = "$target" ] || name=${target#*#}
            [ -n "$file" ] && to=$(dirname "$page")/$file || to=$page
            if [ ! -e "$to" ]; then echo "$page:$line: $target: no such file"
            elif [ -n "$name" ] && ! headings "$to" | grep -qxF -- "$name"; then
                echo "$page:$line: $target: no such heading"
            fi
        done
done
