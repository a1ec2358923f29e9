# --set link_bits=96
