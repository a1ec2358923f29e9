# < window.json
s/send PUTACK{slot: msg.slot} to/send PUTACK{slot: msg.slot} about 0 to/
