# < window.json
s/\("PUTACK":.*\){"slot": "place"}/\1{"slot": "gline"}/
