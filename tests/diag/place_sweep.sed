# < registry.json
s/"core": {"node": "l1", "doc": "an L1"}/&, "count": {"bits": 2}/
s/"owner": {"type"/"times": {"type": "count", "in": "data"}, &/
s/"line.owner = msg.src", /&"line.times = 1", /
s/"when": "line.owner == msg.src"/"when": "line.owner == msg.src \&\& line.times == 1"/
s/^        "evict": {"evict": true}/&, "tick": {"every": 100}/
s/{"in": "V", "on": "evict"/{"on": "tick", "do": ["sweep line.times = 0"]},\n        &/
