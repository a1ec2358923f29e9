# < sfifo.json
s/"on": "acquire", "do": \["flash lines to I"/"on": "acquire", "do": ["push sfifo", "pop sfifo", "flash lines to I"/
s/"on": "load", "do": \["hit"/"on": "load", "do": ["mark sfifo", "push sfifo", "push sfifo", "hit"/
