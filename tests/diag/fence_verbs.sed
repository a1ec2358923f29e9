s/"tick":  {"every": "period"}/&, "fence": {"core": "fence"}/
s/^        {"on": "tick", "when"/        {"on": "fence", "do": ["hit", "line.exp = 1", "respond line", "merge", "perform store"]},\n&/
