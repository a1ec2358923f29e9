# qr.json
# A marker leaves the GPU's write cache while copies of what was before it are there.
# by: oracle
# run: -w episodes -n 40000 -O lines=4 -O words=2 -c hold=10 -c hold_cycles=1000 -s 1
s/{"on": "passed", "when": "out == 0 && !armed", "do"/{"on": "passed", "when": "out <= acks \&\& !armed", "do"/
