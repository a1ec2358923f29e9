# < directory.json
s/"fill", "complete"/"fill", "complete", "perform load"/
