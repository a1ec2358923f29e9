# stash.json
# A command that maps the stash anew leaves valid words there, which are of the mapping before.
# by: oracle
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_steps.json
s/"ended = false", "@drop", "respond"/"ended = false", "flash mshr.old = true", "late = due", "due = 0", "round = !round", "respond"/

