# < window.json
s/\["send WDATA{slot: msg.slot} to msg.src", /["send WDATA{slot: msg.slot} to msg.src", "perform load", /
