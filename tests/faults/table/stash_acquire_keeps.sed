# stash.json
# An acquire leaves valid words in the stash.
# by: oracle
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_steps.json
s/"on": "acquire", "do": \["@drop"/"on": "acquire", "do": ["flash mshr.old = true", "late = due", "due = 0", "round = !round"/
