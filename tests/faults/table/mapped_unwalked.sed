# mapped.json
# A walk leaves the lines of the oldest mapping where they are, so that the command waits for ever.
# by: watchdog
# run: -w random -n 30000 -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=30 -c scatter=0 --set win_first=20 -s 2
s/{"in": "M", "on": "visit", .*"next": "MU"}/{"in": "M", "on": "visit", "when": "line.map == oldest", "do": ["pop clear"]}/
