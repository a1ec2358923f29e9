s/"ACK": \(.*\){"ver": "ts"}/"ACK": \1{"ver": "ts", "late": "bool"}/
s/"DATA": \(.*\){"ver": "ts"}/"DATA": \1{"ver": "ts", "late": "mode"}/
s/send DATA{/&late: Run, /
s/send ACK{/&late: false, /
s/"when": "fresh", "do"/"when": "fresh", "do"/
s/"do": \["now = later", "respond"/"when": "!msg.late", &/
s/^ *{"on": "tick", "when".*/{"in": "II", "on": "ACK", "do": ["now = later", "respond", "release mshr"], "next": "I"},\n&/
s/"on": "DATA", "do": \["now = later"/"on": "DATA", "when": "msg.late == Run", "do": ["now = later"/
s/^ *{"in": "IV", "on": "ACK", "do".*/{"in": "IV", "on": "DATA", "do": ["impossible"]},\n&/
