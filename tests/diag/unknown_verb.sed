s/"replay", "release mshr"/"reply", "release mshr"/
