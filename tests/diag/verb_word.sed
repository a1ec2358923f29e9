s/"respond", "release mshr"/"respond", "write", "release mshr"/
