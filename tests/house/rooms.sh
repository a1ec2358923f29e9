#!/bin/bash
# Who includes whom among the rooms of gen/ and tb/, against rooms.list: tests/house/rooms.sh [TOP]. One line for each thing
# that is wrong. TOP holds gen/, tb/ and tests/house/rooms.list; without it, the folder above.
cd "${1:-$(dirname "$0")/../..}" || exit
list=tests/house/rooms.list
includes() { grep -rnE '^#include "' gen tb --include='*.[ch]'; }

includes | awk -F: -v list="$list" '
    # The room of a path below gen/ or tb/.
    function room(path,    part, n) {
        n = split(path, part, "/")
        return n > 2 && ((part[1] "/" part[2]) in may) ? part[1] "/" part[2] : part[1]
    }
    BEGIN {
        while ((getline line <list) > 0) {
            if (line ~ /^#/ || line == "") continue
            colon = index(line, ":"); bar = index(line, "|")
            name = substr(line, 1, colon - 1)
            may[name] = substr(line, colon + 1, bar - colon - 1) " "
            shown[name] = " " substr(line, bar + 1) " "
        }
    }
    {
        from = $1
        sub(/^(gen|tb)\//, "", from)
        here = room(from)
        header = $3
        sub(/^#include "/, "", header)
        sub(/".*/, "", header)
        if (!(here in may)) { print $1 ": the room " here " is not in " list; next }
        if (header ~ /\.\./) { print $1 ":" $2 ": " header ": headers are named from the room, or stand in the same folder"; next }
        if (header !~ /\//) next
        there = room(header)
        if (there == here) next
        used[here, there] = 1
        if (index(may[here], " " there " ") == 0) print $1 ":" $2 ": " here " may not include " there
        else if (index(shown[there], " " substr(header, length(there) + 2) " ") == 0)
            print $1 ":" $2 ": " header " is not for other rooms"
    }
    END {
        for (name in may) {
            n = split(may[name], part, " ")
            for (i = 1; i <= n; i++) if (!((name, part[i]) in used)) print list ": " name " includes nothing of " part[i]
        }
    }'

grep -v '^#' "$list" | awk -F'[:|]' 'NF { n = split($2, part, " "); print $1, $1; for (i = 1; i <= n; i++) print $1, part[i] }' |
    tsort 2>&1 >/dev/null | sed 's/^tsort: //;s/^-:/a circle of rooms:/'
