# < directory.json
s/"fill", "complete"/"fill", "complete", "respond msg"/
