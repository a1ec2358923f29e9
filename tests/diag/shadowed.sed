s/"on": "load", "when": "fresh"/"on": "load"/
