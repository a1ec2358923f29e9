s/"allocate mshr", "allocate line", "merge"/"allocate mshr", "merge"/
