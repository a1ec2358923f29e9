# < local.json
s/^    "home": {/    "other": {"count": "cores", "beside": "l1", "memory": {"lines": 2}, "states": {"N": {"doc": "n"}}, "events": {"load": {"core": "load"}}, "rules": [{"in": "N", "on": "load", "do": ["hit", "perform load"]}]},\n    "home": {/
