s/{"in": "D", "on": "atomic", "do": \["drain", "stall"\]/{"in": "D", "on": "atomic", "do": ["allocate mshr", "merge", "send REG{want: true, round: false} to home"], "next": "IA"/
