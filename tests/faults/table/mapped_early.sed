# mapped.json
# A mapping is given back with the first of its lines, though others are of it yet.
s/"maps.uses == 1 \&\& line.map != map"/"line.map != map"/
