# < kinds.json
s/"networks": {/"types": {"vpage": {"bits": 10}, "wpage": {"bits": 9}}, "networks": {/
s/"memory": {"lines": "local_lines"}/&, "structures": {"pages": {"kind": "tlb", "entries": 2, "key": "vpage", "find": {"load": "0"}}}/
s/"memory": {"lines": "2 \* local_lines"}/&, "structures": {"frames": {"kind": "tlb", "entries": 2, "key": "wpage", "find": {"load": "0"}}}/
s/local_lines"}, "str/local_lines", "mshrs": 1, "waiters": 1}, "str/
