# tcw_l1.sv
# A fence that has to wait is not asked again.
# point: tcw_long
# by: assertion
# run: -w random -O lines=4 -O fences=20 -n 30000 -s 1
s/\.retry_i(s2_fence_q && !s2_done)/.retry_i(1'b0)/
