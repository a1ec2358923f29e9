# < directory.json
s/"owner": "core"/"owner": {"type": "core", "init": "cores"}/
