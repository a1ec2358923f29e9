s/{"in": \["I", "V", "IV", "II"\], "on": "atomic", "when": "buffered"/{"in": ["I", "IV", "II"], "on": "atomic", "when": "buffered"/
