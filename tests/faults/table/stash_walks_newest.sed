# stash.json
# A walk writes back the words of the current mapping.
# by: watchdog
# when: full
# run: -w script -O script=tests/sim/stash_wraps.json
s/"oldest = maps.tail"/"oldest = map"/
