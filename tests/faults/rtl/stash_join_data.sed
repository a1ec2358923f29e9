# cohgen_join.sv
# A word that joins leaves its data behind.
# by: lockstep
# point: stash
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/if (push_valid_i \&\& push_words_i\[w\]) word_q/if (push_valid_i \&\& push_words_i[w] \&\& !join_o) word_q/
