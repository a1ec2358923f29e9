# What is wrong with emitted SystemVerilog for those who read it, a line each: awk -f style.awk FILE...
function complain(what) { printf "%s:%d: %s: %s\n", FILENAME, FNR, what, $0 }
FNR == 1 { opened = 0 }
{ code = $0; sub(/ *\/\/.*/, "", code) }
length($0) > 100 && !/^`/ { complain("a line of more than 100 columns") }
code ~ /\[[0-9]+ *\+:|\*[0-9]+ ?\+ ?[0-9]+( *\+:|\])/ { complain("bits by number: they have a name") }
code ~ /1'b[01] *(\|\||&&)/ || code ~ /(\|\||&&) *\(*1'b[01]/ { complain("a term that says nothing") }
$0 ~ /^ *assign [a-z0-9_]+(\[[^\]]*\])? = ('[01]|[0-9]+'[bdh][0-9a-f]+);$/ { complain("a constant without a reason") }
code ~ /^ *;$/ && !directive { complain("a semicolon by itself") }
{ directive = /^ *`/ }
code ~ /^ *[0-9]+'[bdh][0-9a-f]+:/ && codes { complain("a code by number: it has a name") }
code ~ /case[zx]? *\([a-z0-9_]*(state|op|kind|event)\)/ || code ~ /case[zx]? *\([a-z0-9_]+\.[a-z]+\)/ { codes = 1 }
code ~ /^ *endcase/ { codes = 0 }
opened && code ~ /^ *default *:/ { complain("a case of one branch") }
code !~ /^ *$/ { opened = code ~ /^ *(unique )?case[zx]? *\(/ }
