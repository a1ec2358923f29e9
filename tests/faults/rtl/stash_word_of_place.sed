# stash_stash.sv
# What a message brings is taken from the place's own word of its line, not from the word that the message is about.
# by: lockstep
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/\(assign s2_line = .*\)\[{s2_in_q.msg_line\[\([0-9]*\):0\], 5'd0} +: 32\]/\1[{s2_in_q.addr[\2+2:2], 5'd0} +: 32]/
