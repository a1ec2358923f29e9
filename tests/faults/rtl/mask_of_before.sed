# dd_l1.sv
# The first bytes of a word in a store buffer's entry leave marks of bytes that were there before.
# by: lockstep
s/ || (sb_put_word\[b\/4\] && !word_gathered\[b\/4\]);/;/
