s/"tick":  {"every": "period"}/&, "fence": {"core": "fence"}/
0,/"registers": {/s//"inputs": {"strict": {"consistency": "sc"}}, "registers": {/
s/^        {"on": "tick", "when"/        {"on": "fence", "when": "!strict \&\& now == 0", "do": ["stall"]}, {"on": "fence", "do": ["respond"]},\n&/
