s/"now = later", "respond"/"now = later", "now = 0", "respond"/
