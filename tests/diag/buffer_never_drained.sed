# < buffer.json
s/ *"drain":   {"store_buffer": "drain"},//
/"on": "drain"/d
