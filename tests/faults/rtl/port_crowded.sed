# mesi_l1.sv
# S0 takes events while a write of the data array waits: more come than can wait.
# by: assertion
# point: mesi_port
# run: -w pressure -O kind=walk -O op=store -O lines=4 -O warm=100 -O window=1000
s/data_waiting == '0 || (/data_waiting != 2'd3 || (/
