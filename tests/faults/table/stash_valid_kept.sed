# stash.json
# A command that maps the stash anew leaves valid words there, which are of the mapping before.
# by: oracle
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_steps.json
s/"map = maps.tail", "flash V to I", "flash mshr.old = true", "respond"/"map = maps.tail", "flash mshr.old = true", "respond"/

