# < window.json
s/"line.index = msg.slot"/"line.index = line.at"/
s/\["send DATA{} to msg.src", "perform load"\]/["send DATA{} to msg.src", "perform load", "line.index = fit(msg.line)"]/
