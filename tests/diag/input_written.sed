0,/"registers": {/s//"inputs": {"strict": {}}, "registers": {/
s/^        {"on": "tick", "when"/        {"on": "tick", "when": "strict", "do": ["strict = false"]},\n&/
