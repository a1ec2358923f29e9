# stash.json
# An entry is given back with the first of its words, though others are registered by it yet.
# by: assertion
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/"maps.uses == 1 \&\& older"/"older"/
