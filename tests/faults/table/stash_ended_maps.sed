# stash.json
# Without a mapping, words are of global ones by the mapping that has ended, and keep another one in the ring.
# by: watchdog
# when: full
# run: -c scatter=0 -c oracle=0 -c commands=20 -w random -n 30000 -s 1 -O memory=50 -O lines=9 -O operands=0
s/(none ? line.at : mapped)/mapped/
