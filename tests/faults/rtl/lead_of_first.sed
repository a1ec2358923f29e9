# dd_l1.sv
# What the store buffer has of a group is asked of the line's first word, not of the lowest one of the group.
# by: lockstep
# when: full
s/assign whole = |(word_whole & s2_lowest_q);/assign whole = word_whole[0];/
