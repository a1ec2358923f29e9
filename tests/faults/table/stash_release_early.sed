# stash.json
# A release does not wait for stores of the stash that are not registered.
# by: oracle
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_release.json --mem-latency 2000:2000
s/"on": "release", "when": "out == 0"/"on": "release", "when": "out >= 0"/
