# cohgen_transfer.sv
# A transfer is answered before its last word has been stored.
# point: scratch_dma
# by: workload
# run: -w strided -s 1 -O rounds=40
s/step_q   <= (second_q \&\& moved) ? Answer : Ask;/step_q   <= moved ? Answer : Ask;/
