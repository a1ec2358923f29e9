# dd_l1.sv
# Of two words that are next to each other the lower one leads, also where the set has the higher one alone.
# by: assertion
s/|s1_words\[2\*i\*1 +: 1\] ? /(1'b1 || |s1_words[2*i*1 +: 1]) ? /
