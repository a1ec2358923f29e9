# stash.json
# Without a mapping, words are of global ones by the mapping that has ended, and keep another one in the ring.
# by: watchdog
# when: full
# run: --set prefetches=1 -c scatter=0 -c oracle=0 -c commands=20 -w random -n 30000 -s 2 -O memory=80 -O lines=9 -O operands=30
s/(none ? line.at : mapped)/mapped/
