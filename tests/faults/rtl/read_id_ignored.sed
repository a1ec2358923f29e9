# cohgen_axi_port.sv
# The memory port takes the beat that comes for one of the burst that it is taking, whatever its id.
# point: mesi_crowd
# by: lockstep
# run: -w random -O lines=512 -n 5000 -c mem_interleave=1
s/direct_q \&\& r_beat \&\& (r_id == direct_id_q)/direct_q \&\& r_beat/
