# cohgen_transfer.sv
# The words between rows are not passed over.
# point: scratch_dma
# by: lockstep
# run: -w strided -s 1 -O rounds=40
s/to_row     = row_ends ? (A+2)'(gap_q) : '0;/to_row     = '0;/
