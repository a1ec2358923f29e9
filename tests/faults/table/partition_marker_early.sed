# partition.json
# A home answers a release while copies of what was written before it are there yet.
# by: oracle
# point: partition_room
s/{"on": "passed", "when": "out == 0", "do": \["send DONE/{"on": "passed", "when": "out <= acks", "do": ["send DONE/
