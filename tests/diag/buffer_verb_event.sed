# < buffer.json
s/"do": \["hit", "perform load"\]/"do": ["hit", "buffer"]/
s/"on": "acquire", "do": \[/&"drain", /
s/"on": "GETS", "do": \["merge"\]/"on": "GETS", "do": ["merge", "drain all"]/
