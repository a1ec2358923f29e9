# < records.json
s/"do": \["insert out", "send PUT{} to home"\]/"do": ["insert in", "push out", "send PUT{} to home"]/
