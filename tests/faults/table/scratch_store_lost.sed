# scratch.json
# A store into the scratchpad is answered and writes nothing: a fault in a table that is made of another one.
s/"on": "store", "do": \["write", /"on": "store", "do": [/
