# records_l1.sv
# A line that leaves does not wait for an entry of the cam.
# by: assertion
# run: -w random -O lines=64 -n 20000
s/ || (entry_insert && full_out)//
