# stash.json
# A store of some bytes of a word does not ask for the others.
# by: oracle
# when: full
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/want: !whole/want: false/
