# < ../../protocols/gd.json
# What the load waits for does not hand it back, so that nothing leads out of ID.
s/"send WRITE{round: buffer.round} to home", "replay"\]/"send WRITE{round: buffer.round} to home"]/
