s/"tick":  {"every": "period"}/&, "fence": {"core": "fence"}/
s/^        {"on": "tick", "when"/        {"in": "I", "on": "fence", "do": ["respond"]}, {"on": "fence", "do": ["respond"], "next": "V"},\n&/
