# wt.json
# A LdAcq that finds a copy in the L1 takes it, stale or not.
# by: oracle
s/"in": \["I", "V"\], "on": "load", "when": "mark.acquire"/"in": "I", "on": "load", "when": "mark.acquire"/
