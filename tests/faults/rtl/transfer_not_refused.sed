# cohgen_transfer.sv
# A tile that leaves the local memory is moved.
# point: scratch_dma
# run: -w strided -s 1 -O rounds=40 -O refused=60
s/local_end > (A+2)'(Words) ||/1'b0 ||/
