# < buffer.json
s/{"in": \["IV", "II"\], "on": "store", "do": \["stall"\]}/{"in": ["IV", "II"], "on": "store", "do": ["buffer", "stall"]}/
