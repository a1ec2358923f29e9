# < wcache.json
s/"D": {"valid": "dirty"/"D": {"valid": "dirtied"/
s/"F": {"transient": true, "valid": "dirty"/"F": {"transient": true, "valid": 3/
