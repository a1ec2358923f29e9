# < markers.json
s/"send DATA{} to core(msg.request)"\], "next": "V"},$/"send DATA{} to core(head.request)"], "next": "V"},/
s/"send DONE{} to core(head.request)", "pop queue"/"send DONE{} to core(head.asked)", "pop queue"/
