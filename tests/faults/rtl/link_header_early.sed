# cohgen_link_rx.sv
# A header is offered with the first beat, before its line is there.
# point: mesi_links
s/assign head_valid_o = valid_i && last;/assign head_valid_o = valid_i \&\& first;/
