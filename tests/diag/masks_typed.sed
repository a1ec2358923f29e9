# < wcache.json
s/"bytes - line.dirty == {}"/"bytes - line.dirty == 0"/
s/"line.dirty = line.dirty | bytes"/"line.dirty = line.dirty + bytes"/
s/"fill except line.dirty", "complete", "replay", "release mshr"\], "next": "V"/"fill except out", "complete", "replay", "release mshr"], "next": "V"/
