s/"fresh": {"is"/"stale": {"is": "line.exp < now"}, &/
s/"types": {/&"n": {"bits": 4}, /
s/"constants": {/&"two": 2, /
s/"stop": \[/"go": [], &/
s/"mshr": {"asked": "ts"}/"mshr": {"asked": "ts", "n": "ts"}/
