# < registry.json
s/^        "evict": {"evict": true}/&, "tick": {"every": 100}/
s/{"in": "V", "on": "evict"/{"on": "tick", "do": ["flash R to D", "flash mshrs to IF"]},\n        &/
