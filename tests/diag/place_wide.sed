# < registry.json
s/"core": {"node": "l1", "doc": "an L1"}/&, "wide": {"bits": 32}/
s/"owner": {"type"/"more": {"type": "wide", "in": "data"}, &/
