# < buffer.json
s/"when": "buffered", "do": \["drain"/"when": "gathered || whole || wanted || words == 1", "do": ["drain"/
