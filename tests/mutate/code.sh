#!/bin/bash
# `cohgen mutate` keeps what walks and the check said of a mutant as long as their code is the same. mk/c.mk names the folders of that
# code; this shows that they are all: what their objects need (nm) and include (the compiler's .d files) is in them. Quiet if so.
# Other subcommands are needed by nobody but the table of them. tests/mutate/code.sh [FOLDER]: as if that one were not named.
set -u
cd "$(dirname "$0")/../.."
objects=build/obj
out=build/test/code
mkdir -p "$out"
for command in walk check; do
    {
        sed -n 's/^CODE_OF_ALL := //p' mk/c.mk
        sed -n "s/^CODE_OF_${command^^} := \$(CODE_OF_ALL) //p" mk/c.mk
    } | tr ' ' '\n' | grep -vx -- "${1:--}" >"$out/$command.folders"
    # Objects that are needed, from those of the subcommand on.
    find $objects/gen $objects/tb -name '*.o' \( ! -path "$objects/gen/app/*" -o -path "$objects/gen/app/cli/*" -o -path "$objects/gen/app/$command/*" \) |
        xargs nm -A | awk -v own="^$objects/gen/app/$command/" '
        { split($0, part, ":"); object = part[1]; name = $NF; kind = $(NF - 1)
          if (kind == "U") needs[object] = needs[object] " " name
          else if (kind ~ /^[TDBRVWC]$/) where[name] = object
          if (object ~ own) todo[++last] = object }
        END { for (i = 1; i <= last; i++) {
                if (seen[todo[i]]++) continue
                print todo[i]
                n = split(needs[todo[i]], needed, " ")
                for (k = 1; k <= n; k++) if (needed[k] in where) todo[++last] = where[needed[k]] } }' | sort >"$out/$command.objects"
    [ -s "$out/$command.objects" ] || echo "$command: no objects"
    {
        sed "s,^$objects/,," "$out/$command.objects"
        sed 's/\.o$/.d/' "$out/$command.objects" | xargs cat | tr ' ' '\n' | grep -E '^(gen|tb)/.*\.(h|def)$'
    } | sed 's,/[^/]*$,,' | sort -u | grep -vxFf "$out/$command.folders" |
        sed "s/.*/$command: & is needed, and mk\/c.mk does not name it in CODE_OF_${command^^}/"
done
