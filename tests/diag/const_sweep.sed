s/"sweep line.ver = 0"/"sweep line.ver = msg.now"/
