# stash.json
# A command that maps the stash anew leaves valid words there, which are of the mapping before.
# by: workload
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/"map = maps.tail", "flash V to I", "flash mshr.old = true", "respond"/"map = maps.tail", "flash mshr.old = true", "respond"/

