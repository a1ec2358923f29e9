# < ../../protocols/wt.json
# A message of the L2 that both kinds of cores can have asked for, and whose receiver has to know who asks.
s/"on": "READ2", "do": \["line.probed = false", /&"perform load", /
s/{"in": "V", "on": "PROBE", "do": \["send PROBED{} to home"\]/{"in": "V", "on": "PROBE", "do": ["send PROBED{} to home", "send READ2{} to home"]/
