# < deferral.json
s/core(mshr.asks) for mshr.asks", "send WBData/core(mshr.asks)", "send WBData/
