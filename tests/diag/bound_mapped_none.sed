# < single.json
s/"doc": "two cores and one line", "lines": 1,/"doc": "two cores and one line", "lines": 1, "mapped": true,/
