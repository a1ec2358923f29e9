# clears_scratch.sv
# A rule's sweep clears the data, too, as the one after reset does.
# by: lockstep
# run: -w random -n 20000 -O memory=80 -c commands=20
s/data_clear = sweep_write_q && sweep_init_q/data_clear = sweep_write_q/
