# < buffer.json
s/"on": "load", "when": "buffered"/"on": "load", "when": "buffered || mark.aquire"/
