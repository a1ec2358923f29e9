# < bounce.json
s/"perform store", "send ACK{} to core(msg.request)"/"perform store for core(msg.request)", "send ACK{} to core(msg.request)"/
