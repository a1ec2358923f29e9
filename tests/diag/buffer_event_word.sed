# < buffer.json
s/{"store_buffer": "drain"}/{"store_buffer": "full"}/
