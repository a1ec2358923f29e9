# --set line_bytes=16 --set axi_data_bits=256
