# local_scratch.sv
# The local memory's data are not 0 at first.
# by: lockstep
s/\.wdata_i(sweep_write_q ? '0 : data_wdata)/.wdata_i(sweep_write_q ? '1 : data_wdata)/
