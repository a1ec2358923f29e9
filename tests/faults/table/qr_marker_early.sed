# qr.json
# A marker leaves the GPU's write cache while copies of what was before it are there.
# by: oracle
s/{"on": "passed", "when": "out == 0 && !armed", "do"/{"on": "passed", "when": "out <= acks \&\& !armed", "do"/
