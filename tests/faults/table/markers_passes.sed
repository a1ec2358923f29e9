# markers.json
# A write cache sends a release on at once: it passes the write-backs of what was stored before it.
# by: oracle
s/{"on": "RELEASE", "do": \["mark sfifo"\]}/{"on": "RELEASE", "do": ["send SYNC{} to all"]}/
