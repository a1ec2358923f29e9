# scratch.json
# A store into the scratchpad is answered and writes nothing: a fault in a table that is made of another one.
# run: -w tiles -O rounds=40 -s 1
s/"on": "store", "do": \["write", /"on": "store", "do": [/
