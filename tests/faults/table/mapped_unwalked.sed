# mapped.json
# A walk leaves the lines of the oldest mapping where they are, so that the command waits for ever.
# by: watchdog
s/{"in": "M", "on": "visit", .*"next": "MU"}/{"in": "M", "on": "visit", "when": "line.map == oldest", "do": ["pop clear"]}/
