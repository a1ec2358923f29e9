# partition.json
# A copy that is taken away while it is on its way is kept when it comes.
# by: oracle
# point: partition_three
s/{"in": \["F", "K"\], "on": "INV", "do": \["send INVACK{} to msg.src"\], "next": "P"}/{"in": ["F", "K"], "on": "INV", "do": ["send INVACK{} to msg.src"]}/
