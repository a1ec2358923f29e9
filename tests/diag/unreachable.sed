s/"II": {"transient": true, "doc": "a store asked"}/&, "VI": {"transient": true, "doc": "nothing"}/
s/{"in": "II", "on": "DATA", "do": \["impossible"\]},/{"in": ["II", "VI"], "on": "DATA", "do": ["impossible"]}, {"in": "VI", "on": ["load", "store", "evict"], "do": ["stall"]}, {"in": "VI", "on": "ACK", "do": ["respond", "release mshr"], "next": "I"},/
