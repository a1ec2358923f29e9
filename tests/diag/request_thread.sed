# < deferral.json
s/{"in": "M", "on": "TakeBack", "do": \["send WBData{} to home"\]/{"in": "M", "on": "TakeBack", "do": ["send WBData{} to home for msg.request"]/
