# < records.json
s/{"recalled": {"type"/{"full": "bool", "recalled": {"type"/
