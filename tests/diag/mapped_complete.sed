# < window.json
s/"do": \["fill", "replay", "release mshr"\], "next": "M"/"do": ["fill", "complete", "replay", "release mshr"], "next": "M"/
