# --set line_bytes=16 --set link_bits=128
