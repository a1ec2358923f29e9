# < deferral.json
s/"mshr.owes == Line", "do": \["send OwnerData{} to core(mshr.asks) for mshr.asks"/"mshr.owes == Line", "do": ["send OwnerData{} to core(mshr.asks) for msg.request"/
