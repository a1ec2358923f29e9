s/"FETCH": {"net": "mem",  "from": "l2"/"FETCH": {"net": "mem",  "from": "l1"/
