# partition.json
# A copy that is taken away while it is on its way is kept when it comes.
# by: oracle
# point: partition_three
# run: -w episodes -n 60000 -O lines=4 -O words=2 -c hold=20 -s 1
s/{"in": \["F", "K"\], "on": "INV", "do": \["send INVACK{} to msg.src"\], "next": "P"}/{"in": ["F", "K"], "on": "INV", "do": ["send INVACK{} to msg.src"]}/
