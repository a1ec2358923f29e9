# copies_win.sv
# An acquire keeps the copies that a local memory has.
# when: full
# point: copies
# by: lockstep
# run: -w script -O script=tests/sim/copies_steps.json
s/\.flash_i(s2_fire && flash_lines)/.flash_i(1'b0)/
