# < deferral.json
s/{"in": "MI_A", "on": "FwdGetM", "do": \["send OwnerData{} to core(msg.request)"\]/{"in": "MI_A", "on": "FwdGetM", "do": ["send OwnerData{} to core(mshr.asks) for mshr.asks"]/
s/{"in": "IS_D", "on": "Recall", "do"/{"in": "IS_D", "on": "Recall", "when": "core(mshr.asks) == self", "do": ["impossible"]},\n&/
