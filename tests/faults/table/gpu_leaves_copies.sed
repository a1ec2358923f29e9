# mixed.json
# What a GPU writes leaves the CPUs their copies, which are older.
# by: oracle
s/"on": \["WRITE", "ATOMIC"\], "when": "line.sharers != {}"/"on": "ATOMIC", "when": "line.sharers != {}"/
