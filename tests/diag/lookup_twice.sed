# < records.json
s/"do": \["insert out", "send PUT{} to home"\]/"do": ["insert out", "remove out", "send PUT{} to home"]/
