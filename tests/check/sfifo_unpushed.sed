# A store makes a line dirty whose address is not in the fifo.
s/{"in": \["I", "II"\], "on": "store", "do": \["push sfifo", /{"in": ["I", "II"], "on": "store", "do": [/
