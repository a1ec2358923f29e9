# cohgen_transfer.sv
# The core's requests are taken while a tile moves, and lost.
# point: scratch_dma
# by: watchdog
# run: -w strided -s 1 -O rounds=40
s/req_ready_o = step_q == Idle \&\& (req_move_i/req_ready_o = (step_q == Idle || !req_move_i) \&\& (req_move_i/
