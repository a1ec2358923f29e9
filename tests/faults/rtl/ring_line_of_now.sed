# labels_scratch_table.sv
# What is looked for in the ring is the tile that is current, not that of the line.
# by: lockstep
# run: -w tiles -s 3 -O rounds=40 -c commands=30
s/match_log_o = {line_tile_i, /match_log_o = {now_i, /
