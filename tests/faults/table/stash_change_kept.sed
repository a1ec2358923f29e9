# stash.json
# What a mapping that becomes another one has registered stays registered.
# by: oracle
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_changes.json
s/"when": "changes \&\& line.map == map \&\& line.index == which", "do": \["allocate mshr", "send SLEAVE{} about fit(here) to home", "pop clear"\], "next": "RI"/"when": "changes \&\& line.map == map \&\& line.index == which", "do": ["pop clear"], "next": "R"/
