# stash_stash.sv
# The answer to a recall names the word that it is about, not the one for which the thread asked.
# by: lockstep
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/\(down_l2_stash_in.msg_word = \)down_l2_stash_msg.addr\[[0-9:]*\];/\1down_l2_stash_word;/
