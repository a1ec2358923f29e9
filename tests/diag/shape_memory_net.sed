s/"FILL":  {"net": "mem"/"FILL":  {"net": "resp"/
