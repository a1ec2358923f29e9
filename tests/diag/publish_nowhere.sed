# < ../../protocols/stash.json
s/"publish about fit(here)", "line.map = map"/"publish", "line.map = map"/
