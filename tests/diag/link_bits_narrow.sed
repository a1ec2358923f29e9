# --set link_bits=4
