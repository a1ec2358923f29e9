# mesi_l1.sv
# The highest bit of a way's tag is not compared.
# point: mesi_crowd
# by: assertion
s/\(assign way_tag\[w\] = meta_rdata\[w\*[0-9]* +: \)14\] == s1_key\[15:2\]/\113] == s1_key[14:2]/
