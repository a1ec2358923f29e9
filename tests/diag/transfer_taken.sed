# < commands.json
s/"drop":  {"doc"/"fetch": {"transfer": "in"}, &/; s/"drop": {"command": "drop"}, /&"fetched": {"command": "fetch"}, /; s/{"on": "drop"/{"on": "fetched", "do": ["respond"]},\n        &/
