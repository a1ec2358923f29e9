# stash_stash.sv
# A message says the place's own word of its line, not the global word.
# by: lockstep
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/\(s2_sput_stash_l2.words = .* << \).*;/\1s2_in_q.addr[3:2];/
