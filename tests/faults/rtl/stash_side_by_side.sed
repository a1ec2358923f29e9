# stash_stash.sv
# What a load asks for together with its word are the words behind it, not those of the objects.
# by: lockstep
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/sput_stash_l2_step == 3'(k)/3'd1 == 3'(k)/
