# dd_l1.sv
# What is counted are the words of the event, not those that the rule is for.
# by: lockstep
# when: full
s/\.bits_i(s2_same & s2_words)/.bits_i(s2_words)/
