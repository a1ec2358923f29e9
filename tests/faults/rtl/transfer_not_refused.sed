# cohgen_transfer.sv
# A tile that leaves the local memory is moved.
# point: scratch_dma
# by: lockstep
# run: -w strided -s 1 -O rounds=40 -O refused=60
s/assign local_end  = (A+2)'(local_q) + (A+2)'(field);/assign local_end  = '0;/
