# stash_stash.sv
# A message that brings several words is done with when the first of them has been taken.
# by: lockstep
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/ && s2_rest == '0)/)/
