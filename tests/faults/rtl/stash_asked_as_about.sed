# stash_stash.sv
# The answer to a recall names the word that it is about, not the one for which the thread asked.
# by: lockstep
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/(s2_down_l2_stash_q ? s2_in_q.msg_word : sback_stash_l2_about\[\([0-9:]*\)\])/(sback_stash_l2_about[\1])/
