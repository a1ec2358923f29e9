s/"home": true,/"home": true, "fair": true,/
s/"merge", "line.dirty/"line.dirty/
s/{"in": "IV", "on": \["GETS", "WRITE"\], "do": \["merge"\]}/{"in": "IV", "on": ["GETS", "WRITE"], "do": ["stall"]}/
