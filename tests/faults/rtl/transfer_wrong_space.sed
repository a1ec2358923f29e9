# cohgen_transfer.sv
# A tile that moves out is stored into the local memory.
# point: scratch_dma
# by: lockstep
# run: -w strided -s 1 -O rounds=40
s/assign out_local_o = !out_own_o ? req_local_i : second_q != out_q;/assign out_local_o = !out_own_o ? req_local_i : second_q != out_q || (second_q \&\& out_q);/
