s/"mode = Run"/&, "sweep line.ver = 1", "sweep line.dirty = true"/
s/"mode = Stop"/&, "sweep line.dirty = true"/
