# < deferral.json
s/{"in": "S", "on": "Recall", "do": \["send RecallAck{} to home"\]/{"in": "S", "on": "Recall", "do": ["send InvAck{} to core(msg.request)"]/
s/"fill", "replay", "release mshr"\], "next": "S"}/"fill", "send FwdGetS{} to all", "replay", "release mshr"], "next": "S"}/
