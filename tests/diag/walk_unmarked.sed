# < markers.json
s/"kind": "fifo", "entries": "w_entries"/"kind": "walk", "entries": "w_entries"/
s/{"on": "RELEASE", "do": \["mark sfifo"\]}/{"on": "RELEASE", "do": ["send SYNC{} to all"]}/
