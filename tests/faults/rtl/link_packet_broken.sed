# cohgen_packets.sv
# Flits of another sender get in between those of a packet.
# point: mesi_links
s/ : inside_q\[i\];/ : open_i[i] \&\& (in_last_i[i] || lines_i[i]);/
