#!/bin/sh
# Tables that have many of something: large.sh KIND N prints one, made of directory.json. Rules use what there is many of, so
# that every program that has a place for each of them comes to the last.
set -eu
cd "$(dirname "$0")"
kind=$1 n=$2

# list FORMAT [FROM [TO [BETWEEN]]]: FORMAT for each number from FROM (0) up to TO (N), '#' being the number and '@' the next; as sed's new text.
list() {
    awk -v f="$1" -v i="${2:-0}" -v n="${3:-$n}" -v between="${4:-, }" 'BEGIN {
        gsub(/&/, "\\\\&", f)
        gsub(/&/, "\\\\&", between)
        for (; i < n; i++) { s = f; gsub(/#/, i, s); gsub(/@/, i + 1, s); printf "%s%s", c, s; c = between }
    }'
}

half=$((n / 2)) last=$((n - 6)) # a rule has at most 256 actions
# Of the home: two rules that write half of the fields each.
first='s/"mshr.acks = count(others)", /&'
second='s/"allocate mshr", "mshr.acks = fit(count(line.sharers))", /&'
third='s/"send RECALL{} to line.owner"], "next": "MB", /"send RECALL{} to line.owner", '
type='s/"types": {/&"many": {"bits": 12},/'
print() {
    case $kind in
    line) # fields that two rules write; a third one sweeps the last
        sed 's/"dirty": "bool"/&, '"$(list '"f#": "bool"')"'/
            '"$first$(list '"line.f# = !line.f#"' 0 $half)"', /
            '"$second$(list '"line.f# = !line.f#"' $half)"', /
            '"$third$(list '"sweep line.f# = false"' $last)"'], "next": "MB", /' directory.json
        ;;
    mshr) # fields that two rules write; a third one flashes the last
        sed 's/"mshr": {"acks": "acks"/&, '"$(list '"f#": "bool"')"'/
            s/"mshr.acks = mshr.acks - 1"/&, '"$(list '"mshr.f# = !mshr.f#"' 0 $half)"'/
            s/{"in": "SB", "on": "INVACK", "do": \[/&'"$(list '"mshr.f# = !mshr.f#"' $half)"', /
            '"$third$(list '"flash mshr.f# = false"' $last)"'], "next": "MB", /' directory.json
        ;;
    registers) # that two rules write
        sed 's/"mshr": {"acks"/"registers": {'"$(list '"r#": "bool"')"'}, &/
            '"$first$(list '"r# = !r#"' 0 $half)"', /
            '"$second$(list '"r# = !r#"' $half)"', /' directory.json
        ;;
    rules) # of one state and event, each sends another value
        sed "$type"'
            s/"DATA": .*"payload": "line"/&, "fields": {"grant": "many"}/
            s/send DATA{}/send DATA{grant: 0}/
            s/"mshr": {"acks"/"registers": {"turn": "many"}, &/
            0,/"states": {/s//"registers": {"got": "many"}, &/
            s/"in": "IS", "on": "DATA", "do": \[/&"got = max(got, msg.grant)", /
            s/{"in": "S", "on": "GETS", /'"$(list '{"in": "S", "on": "GETS", "when": "turn == #", "do": ["turn = # + 1", "line.sharers = line.sharers | {msg.src}", "send DATA{grant: 1 + #} to msg.src"]}')"',\n&/' directory.json
        ;;
    lets)
        sed 's/"let": {/&"n0": {"is": "line.dirty ? 1 : 2"}, '"$(list '"n#": {"is": "max(#, n0)"}' 1)"', /
            s/{"in": "S", "on": "GETS", /&"when": "'"$(list 'n# > 999' 0 "$n" ' || ')"'", "do": ["impossible"]},\n&/' directory.json
        ;;
    lanes) # each for one message, of its own network
        sed "$type"'
            s/"mem":  {"kind": "memory"}/&, '"$(list '"net#": {"kind": "crossbar"}')"'/
            s/"PUTM":   {/'"$(list '"NOTE#": {"net": "net#", "from": "l1", "to": "l2", "class": "response", "fields": {"a#": "many"}}')"', &/
            s/"mshr": {"acks"/"registers": {"seen": "bool"}, &/
            0,/{"in": "S", "on": "evict", "do": \[/s//&'"$(list '"send NOTE#{a#: 5} to home"')"'/
            s/{"in": "I", "on": "PUTM"/'"$(list '{"in": ["I", "S", "M", "IV", "SB", "MB", "SE"], "on": "NOTE#", "do": ["seen = seen != (msg.a# == 5)"]}')"', &/' directory.json
        ;;
    messages) # of one network
        sed "$type"'
            s/"PUTM":   {/'"$(list '"NOTE#": {"net": "resp", "from": "l1", "to": "l2", "class": "response"}')"', &/
            s/{"in": "S", "on": "load", /{"in": "S", "on": "load", "do": ["hit", "perform load"]},\n&/
            s/{"in": \["S", "SM"\], "on": "load", "do": \["hit", "perform load"\]},/{"in": "SM", "on": "load", "do": ["hit", "perform load"]},\n'"$(list '{"in": "S", "on": "load", "when": "turn == #", "do": ["hit", "turn = @", "perform load", "send NOTE#{} to home"]}' )"',\n{"in": "S", "on": "load", "do": ["hit", "perform load", "turn = 0"]},/
            0,/"states": {/s//"registers": {"turn": "many"}, &/
            s/{"in": "I", "on": "PUTM"/{"in": ["I", "S", "M", "IV", "SB", "MB", "SE"], "on": ['"$(list '"NOTE#"')"'], "do": []}, &/' directory.json
        ;;
    arguments) # of one message
        sed "$type"'
            s/"GETM": .*"class": "request"/&, "fields": {'"$(list '"a#": "many"')"'}/
            s/send GETM{}/send GETM{'"$(list 'a#: #')"'}/
            s/"mshr": {"acks"/"registers": {"seen": "bool"}, &/
            '"$first"'"seen = seen || '"$(list 'msg.a# == #' 0 "$n" ' || ')"'", /' directory.json
        ;;
    deep) # a value of so many lets inside each other
        sed 's/"let": {/&"n0": {"is": "line.dirty ? 1 : 2"}, '"$(list '"n@": {"is": "max(1, n#)"}')"', /
            s/{"in": "S", "on": "GETS", /&"when": "n'"$n"' > 2", "do": ["impossible"]},\n&/' directory.json
        ;;
    features) # each a field that can be left out
        sed 's/"dirty": "bool"/&, '"$(list '"f#": "bool"')"'/
            '"$first$(list '"line.f# = !line.f#"' 0 $half)"', /
            '"$second$(list '"line.f# = !line.f#"' $half)"', /
            s|"types": {|"features": {'"$(list '"x#": {"doc": "one of many", "drop": ["/machines/l2/line/f#"], "reads": {"/machines/l2/line/f#": "false"}}')"'}, &|' directory.json
        ;;
    parameters)
        sed 's/"parameters": {/&'"$(list '"p#": {"default": 1, "min": 0, "max": #, "doc": "one of many"}' 1)"',/
            s/"constraints": \[/&'"$(list '{"that": "p# <= #", "why": "its range says so"}' 1)"',/' directory.json
        ;;
    states) # of an L1: loads lead from one to the next
        all=$(list '"S#"')
        sed 's/"IS": {"transient": true/'"$(list '"S#": {"doc": "one of many"}')"', &/
            s/{"in": \["S", "SM"\], "on": "load", /{"in": "S", "on": "load", "do": ["hit", "perform load"], "next": "S0"},\n'"$(list '{"in": "S#", "on": "load", "do": ["hit", "perform load"], "next": "S@"}' 0 $((n - 1)))"',\n{"in": "S'$((n - 1))'", "on": "load", "do": ["hit", "perform load"]},\n{"in": "SM", "on": "load", /
            0,/{"in": "S", "on": \["store", "atomic"\]/s//{"in": ["S", '"$all"'], "on": ["store", "atomic"]/
            0,/{"in": "S", "on": "evict"/s//{"in": ["S", '"$all"'], "on": "evict"/
            0,/{"in": "S", "on": "INV"/s//{"in": ["S", '"$all"'], "on": "INV"/
            0,/{"in": "S", "on": \["DATA"/s//{"in": ["S", '"$all"'], "on": ["DATA"/' directory.json
        ;;
    esac
}

print | sed 's|^  "machines": {|  "check": {"bounds": {"one": {"doc": "two cores and a line", "lines": 1, "set": {"cores": 2, "threads": 1, "partitions": 1}}}},\n&|'
