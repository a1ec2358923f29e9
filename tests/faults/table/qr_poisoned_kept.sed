# qr.json
# The GPU's read cache keeps a line that was poisoned on its way.
# by: oracle
s/{"in": "P", "on": "DATA2", "do": \["@over"\], "next": "I"/{"in": "P", "on": "DATA2", "do": ["fill", "@over"], "next": "V"/
