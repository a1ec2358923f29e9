# qr.json
# A marker at the head notes which copies it waits for, and waits for none.
# run: -w episodes -n 40000 -O lines=4 -O words=2 -c hold=10 -c hold_cycles=1000 -s 1
s/"when": "armed && old == 0"/"when": "armed"/
