# dd_l1.sv
# An answer that was taken for some of its words is offered again with all of them.
# by: assertion
# when: full
s/resp_l2_l1_rest_q\[0\*4 +: 4\] <= s2_part ? s2_rest : s2_in_q.words/resp_l2_l1_rest_q[0*4 +: 4] <= s2_in_q.words/
