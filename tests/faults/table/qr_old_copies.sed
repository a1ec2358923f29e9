# qr.json
# A marker at the head notes which copies it waits for, and waits for none.
s/"when": "armed && old == 0"/"when": "armed"/
