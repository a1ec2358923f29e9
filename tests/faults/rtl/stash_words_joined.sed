# stash_l2.sv
# A rule that tells a stash of a word takes others along.
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/ & (s2_lowest | {\([0-9]*\){!alone}});/ \& (s2_lowest | {\1{1'b1}});/
