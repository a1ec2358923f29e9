# stash.json
# What a load asked for together with its word is taken after an acquire, too.
# by: oracle
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=60
s/"late = due", "due = 0", "round = !round"/"late = 0"/
