# commands_system.sv
# A command waits for nothing that its thread has asked for before, with several operations in flight.
# point: commands_slots
# by: lockstep
# run: -w episodes -n 2000 -s 4 -O lines=6 -c commands=60
s/== 2'd3 ? 4'd8/== 2'd3 ? (PLANTED ? 4'd0 : 4'd8)/
