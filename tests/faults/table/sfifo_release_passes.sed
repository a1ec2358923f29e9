# sfifo.json
# A release does not wait for its marker: what was stored before it may still be in the fifo.
# by: oracle
s/"mark sfifo", "thread.waits = true", "stall"/"mark sfifo", "thread.waits = true", "thread.done = true", "stall"/
