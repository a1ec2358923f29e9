# < commands.json --set addr_bits=12 --set local_lines=64 --set line_bytes=128
s/"drop":  {"doc"/"fetch": {"transfer": "in"}, &/
