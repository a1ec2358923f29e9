# < records.json
s/"when": "out.acked", "do": \["remove out"\]/"when": "out.acked", "do": ["remove out", "out.acked = false"]/
