s/"tick":  {"every": "period"}/&, "fence": {"core": "fence"}/
s/^        {"on": "tick", "when"/        {"on": "fence", "do": ["stall"]},\n&/
