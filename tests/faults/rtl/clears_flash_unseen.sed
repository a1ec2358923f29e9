# clears_scratch.sv
# An event right behind a flash keeps the state that it has found before it.
# by: lockstep
# run: -w random -n 20000 -O memory=80 -c commands=20
s/s2_stale_q <= s2_fire && (flash_lines || flash_mshrs);/s2_stale_q <= 1'b0;/
