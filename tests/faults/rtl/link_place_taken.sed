# cohgen_link_rx.sv
# The next line comes into a place before S2 is done with the line that is there.
# point: mesi_links
s/(Ahead != 0 && done)/(Ahead != 0)/
