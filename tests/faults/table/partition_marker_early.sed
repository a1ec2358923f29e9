# partition.json
# A home answers a release while copies of what was written before it are there yet.
# by: oracle
# point: partition_room
# run: -w episodes -n 40000 -O lines=4 -O words=2 -c hold=10 -c hold_cycles=1000 -s 1
s/{"on": "passed", "when": "out == 0", "do": \["send DONE/{"on": "passed", "when": "out <= acks", "do": ["send DONE/
