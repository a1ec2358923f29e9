# < buffer.json
s/{"in": "V", "on": "load", "do": \["hit", "perform load"\]}/{"in": "V", "on": "load", "do": ["hit", "perform load", "flash mshrs to II", "flash lines to I"]}/
