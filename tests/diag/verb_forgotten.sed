s/"replay", "release mshr"/"release mshr"/
