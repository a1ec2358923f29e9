# stash_stash.sv
# What is written to the states is that of the first word of a row.
# by: lockstep
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/\.wlane_i(\([0-9]*'d1\) << s2_set\[[0-9]*:0\])/.wlane_i(\1)/
