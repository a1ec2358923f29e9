# cohgen_join.sv
# A message has the words of the one before.
# by: assertion
# point: stash
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/words_q <= join_o ? words_q | push_words_i : push_words_i/words_q <= words_q | push_words_i/
