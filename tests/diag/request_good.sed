# < deferral.json
