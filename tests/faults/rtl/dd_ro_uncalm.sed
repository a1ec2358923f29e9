# dd_ro_l1.sv
# Acquires strike what comes again as often as they like.
# by: watchdog
# point: dd_ro_spins
# when: full
# run: -w mutex -O kind=ticket -O local=1 -O words=4 -O stride=16 -O lanes=16 -O iterations=8 -s 1
s/calm_q <= 3'd7;/calm_q <= '0;/
