# < mixed.json
s/"send LINE{} to msg.src"/"send LINE{} to msg.src for msg.request"/
