# rfo.json
# A CPU gets the only copy although the GPU has one to read.
# by: oracle
s/{"in": "S", "on": "OWN", "when": "others == {} \&\& !line.shared"/{"in": "S", "on": "OWN", "when": "others == {}"/
