# rcc_wo.json
# A fence leaves the read view behind the stores before it.
# by: oracle
# run: -w random -O lines=4 -O fences=20 -n 30000 -s 1
s/{"on": "fence", "do": \["now = wnow", "respond"\]/{"on": "fence", "do": ["respond"]/
