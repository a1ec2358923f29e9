# cohgen_link_tx.sv
# Lines that are still on their way to their place count as if they were not.
# by: assertion
# point: mesi_links
# run: -w random -n 20000 -O lines=64 -O loads=30 -O stores=60 -c mem_pause=1000
s/ahead_q  <= {ahead_q\[Settle-2:0\], reserve_i};/ahead_q  <= '0;/
