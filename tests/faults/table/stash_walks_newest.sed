# stash.json
# A walk writes back the words of the current mapping.
# by: watchdog
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/"oldest = maps.tail"/"oldest = map"/
