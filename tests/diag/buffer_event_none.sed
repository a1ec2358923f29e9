# < buffer.json
s/"events": {"evict": {"evict": true}}/"events": {"evict": {"evict": true}, "out": {"store_buffer": "drain"}}/
