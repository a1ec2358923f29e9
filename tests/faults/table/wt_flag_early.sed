# wt.json
# A LdAcq finds in the L2 what a StRel has written there, though a CPU may still read the old value.
# by: oracle
s/{"in": "VW", "on": "READ", "when": "msg.sync", "do": \["merge"\], "note": "others may not see the write yet"},//
