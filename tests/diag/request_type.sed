# < deferral.json
s/"mshr.owes = Line", "mshr.asks = msg.request"/"mshr.owes = Line", "mshr.asks = msg.src"/
s/{"in": "S", "on": "Inv", "do": \["send InvAck{} to core(msg.request)"\]/{"in": "S", "on": "Inv", "do": ["send InvAck{} to core(msg.src)"]/
s/{"in": "II_A", "on": "Inv", "do": \["send InvAck{} to core(msg.request)"\]/{"in": "II_A", "on": "Inv", "do": ["send InvAck{} to msg.request for core(msg.request)"]/
