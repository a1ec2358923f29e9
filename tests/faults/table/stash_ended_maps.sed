# stash.json
# Without a mapping, words are of global ones by the mapping that has ended, and keep another one in the ring.
# by: assertion
# when: full
# run: -c scatter=0 -c oracle=0 -c commands=3 -w random -n 10000 -s 5 -O memory=50 -O lines=9
s/(none ? line.at : mapped)/mapped/
