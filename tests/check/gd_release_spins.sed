# A release that waits wants nothing out of the store buffer and turns the round over and over: something happens all the
# time, but what is in the buffer stays there, and the release is never over.
s/"when": "thread.waits", "do": \["drain all", "stall"\]/"when": "thread.waits", "do": ["round = !round", "stall"]/
s/"round = !round", "drain all", "stall"/"round = !round", "stall"/
