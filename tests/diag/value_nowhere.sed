s/"ACK":   \(.*\)"class": "response"/"ACK":   \1"class": "response", "payload": "value"/
s/{"in": "IV", "on": \["GETS", "WRITE"\], "do": \["merge"\]}/{"in": "IV", "on": ["GETS", "WRITE"], "do": ["merge"]}/
s/{"in": "I", "on": \["GETS", "WRITE"\], "do": \[.*\], "next": "IV"}/{"in": "I", "on": "WRITE", "do": ["send ACK{ver: 0} to msg.src"]},\n        {"in": "I", "on": "GETS", "do": ["allocate mshr", "allocate line", "merge", "line.dirty = false", "send FETCH{} to memory"], "next": "IV"}/
