# < deferral.json
s/{"in": "SM_AD", "on": "Inv", "do"/{"in": "SM_AD", "on": "Inv", "when": "msg.request == mshr.asks", "do": ["impossible"]},\n&/
s/{"in": "SM_AD", "on": "Recall", "do"/{"in": "SM_AD", "on": "Recall", "when": "msg.request", "do": ["impossible"]},\n&/
