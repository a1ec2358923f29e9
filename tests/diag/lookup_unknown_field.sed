# < records.json
s/"do": \["out.recalled = true"\]/"do": ["out.recaled = out.acknowledged"]/
