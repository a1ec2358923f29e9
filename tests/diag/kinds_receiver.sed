# < mixed.json
s/"send LINE{} to msg.src"/"send LINE{} to core(msg.request, cpu) for msg.request"/
