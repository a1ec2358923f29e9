# < directory.json
s/"on": "PUTACK", "do": \["replay"/"on": "PUTACK", "do": ["complete", "replay"/
