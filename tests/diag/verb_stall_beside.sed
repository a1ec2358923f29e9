s/"sweep line.ver = 0", "stall"/"sweep line.ver = 0", "write", "stall"/
