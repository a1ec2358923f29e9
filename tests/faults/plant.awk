# Plants a fault into a SystemVerilog file so that it can be switched on in a run: in each line that the fault changes, the
# expression it changes becomes (which == N ? the wrong one : the right one). Three files of as many lines: the file as it is emitted,
# the same with the fault, and the one to plant it into, which may have other faults already.
#
#     awk -v condition='(cohgen_planted::which == 3)' -f plant.awk emitted wrong planted
#
# What it takes for an expression: what is assigned, a port's connection, the condition of an `if`, or else a whole line up
# to its semicolon. A statement that the fault leaves out becomes a conditional one. If that is no sense, Verilator refuses it.
FNR == 1 { file++ }
file == 1 { emitted[FNR] = $0; lines = FNR; next }
file == 2 { wrong[FNR] = $0; next }
FNR > lines || wrong[FNR] == emitted[FNR] { print; next }
wrong[FNR] ~ /^ *;?$/ { match($0, /^ */); print substr($0, 1, RLENGTH) "if (!" condition ") " substr($0, RLENGTH + 1); next }
{
    print choice($0, wrong[FNR])
}

# Where the parenthesis ends that is open at the text's beginning.
function closing(text,    depth, i, c) {
    depth = 1
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "(" || c == "{" || c == "[") depth++
        if ((c == ")" || c == "}" || c == "]") && --depth == 0) return i
    }
    return 0
}

function joined(before, good, bad, after) { return before "(" condition " ? " bad " : " good ")" after }

# Both lines begin with the text up to `at`; the expression is what follows, up to a parenthesis.
function in_parentheses(good, bad, at,    g, b) {
    g = closing(substr(good, at + 1))
    b = closing(substr(bad, at + 1))
    if (!g || !b || substr(good, at + g) != substr(bad, at + b)) return ""
    return joined(substr(good, 1, at), substr(good, at + 1, g - 1), substr(bad, at + 1, b - 1), substr(good, at + g))
}

# The same up to the semicolon, or the line's end.
function to_the_end(good, bad, at,    after) {
    after = good ~ /;$/ ? ";" : ""
    return joined(substr(good, 1, at), substr(good, at + 1, length(good) - at - length(after)), \
        substr(bad, at + 1, length(bad) - at - length(after)), after)
}

function choice(good, bad,    same, at, made) {
    for (same = 0; substr(good, same + 1, 1) == substr(bad, same + 1, 1); same++) {}
    for (at = same; at > 0; at--)
        if (substr(good, 1, at) ~ /(\.[a-z0-9_]+|if )\($/) {
            made = in_parentheses(good, bad, at)
            if (made != "") return made
        }
    for (at = 1; at <= same; at++)
        if (substr(good, 1, at) ~ / <?= $/) return to_the_end(good, bad, at)
    match(good, /^ */)
    return to_the_end(good, bad, RLENGTH)
}
