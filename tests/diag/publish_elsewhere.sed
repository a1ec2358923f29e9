# < ../../protocols/stash.json
s/{"in": "R", "on": "store", "do": \["write", "respond", "perform store about fit(where)"\]}/{"in": "R", "on": "store", "do": ["write", "respond", "publish about fit(where)"]}/
s/{"in": \["IB", "IA"\], "on": "visit", "when": "clears \(.*\)"do": \["stall"\]/{"in": ["IB", "IA"], "on": "visit", "when": "clears \1"do": ["stall", "publish about fit(here)"]/
s/"publish about fit(here)", "line.map = map"/"publish about fit(here)", "publish about fit(here)", "line.map = map"/
