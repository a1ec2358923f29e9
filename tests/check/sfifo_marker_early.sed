# A marker leaves the fifo before the write-backs of what was before it are acknowledged.
s/"on": "passed", "when": "out == 0"/"on": "passed", "when": "out <= writes"/
