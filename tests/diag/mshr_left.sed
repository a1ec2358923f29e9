s/"respond", "release mshr"/"respond"/
