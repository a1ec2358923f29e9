# < window.json
s/"do": \["fill", "replay", "release mshr"\], "next": "M"/"do": ["allocate line", "fill", "replay", "release mshr"], "next": "M"/
