# msi3_l1.sv
# An L1 sends to the L2 of a cluster that is not its own.
# by: lockstep
# when: full
s/\(s2_req_l1_l2_dst\[\)id_i\[1:1\]/\1PLANTED ? id_i[0:0] : id_i[1:1]/
