# --set axi_data_bits=1024 --set line_bytes=128
s/"axi_data_bits": \(.*\)"max": 512/"axi_data_bits": \1"max": 1024/
