# qr.json
# A StRel that is to be done at memory is answered when it leaves its compute unit.
# without: early_sync
s/\("\/messages\/WRITTEN": {"net": "resp", "from": \)"wl3"/\1"wl1"/
s/"do": \["send STREL2{} to parent"\]/"do": ["send STREL2{} to parent", "send WRITTEN{} to msg.src"]/
s/"perform store", "send WRITTEN{} to core(msg\.request)", /"perform store", /
