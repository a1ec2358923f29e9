# < mixed.json
s/"send LINE{} to msg.src"/"send LINE{} to core(msg.request) for msg.request"/
