# stash.json
# What was stored by a non-coherent mapping stays when that becomes another one.
# by: workload
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_changes.json
s/"when": "changes \&\& line.copied \&\& line.index == which", "do": \["pop clear"\], "next": "I"/"when": "changes \&\& line.copied \&\& line.index == which", "do": ["pop clear"], "next": "P"/
