# wt.json
# What the GPU writes leaves the CPUs' copies where they are.
# by: oracle
s/{"in": "S", "on": \["WRITE2", "ATOMIC2"\], "when": "line.sharers != {}", "do": \["@clear"\], "next": "SB"},//
