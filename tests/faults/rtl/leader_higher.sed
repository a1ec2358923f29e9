# dd_l1.sv
# Of two words that are next to each other the higher one leads.
# by: lockstep
s/|s2_words\[2\*i\*1 +: 1\] ? /!(|s2_words[(2*i+1)*1 +: 1]) ? /
