# stash.json
# The end of a block leaves valid words.
# by: oracle
# when: full
# run: -w script -O script=tests/sim/stash_wraps.json
/"on": "end_block"/s/"@drop"/"flash mshr.old = true", "late = due", "due = 0", "round = !round"/
