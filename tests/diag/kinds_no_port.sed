# < mixed.json
s/"home": true/&, "consistency": "sc"/
