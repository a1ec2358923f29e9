/{"in": "IV", "on": "evict", "do": \["stall"\]},/d
s/{"in": "IV", "on": "ACK", "do": \["impossible"\]},//
/{"on": "wake"/d
s/"do": \["fill", "line.ver = 0", "replay", "release mshr"\], "next": "V"},/"do": ["fill", "line.ver = 0", "replay", "release mshr"], "next": "V"}/
