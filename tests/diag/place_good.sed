# < registry.json
