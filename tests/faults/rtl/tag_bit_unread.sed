# mesi_l1.sv
# The highest bit of a way's tag is not compared.
# point: mesi_crowd
# by: assertion
s/\(assign way_match\[w\] = way_tag\[w\*14 +: \)14\] == s1_key\[15:2\]/\113] == s1_key[14:2]/
