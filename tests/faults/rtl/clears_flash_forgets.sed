# clears_scratch.sv
# A flash of the lines in state 0 leaves them, as if they were nowhere.
# by: lockstep
# run: -w random -n 20000 -O memory=80 -c commands=20
s/SCRATCH_RULE_seal: flash_lines_map = {2'd3, 2'd2, 2'd1, 2'd2}/SCRATCH_RULE_seal: flash_lines_map = {2'd3, 2'd2, 2'd1, 2'd0}/
