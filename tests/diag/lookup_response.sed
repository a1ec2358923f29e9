# < records.json
s/"when": "msg.crossed \&\& !out.recalled", "do": \["out.acked = true"\]/"when": "msg.crossed \&\& !out.recalled", "do": ["insert out"]/
