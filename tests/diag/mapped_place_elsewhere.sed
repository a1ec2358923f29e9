# < window.json
s/\("WGET":.*\){"slot": "place"}/\1{"slot": "place"}, "place": "slot"/
