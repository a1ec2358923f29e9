# An address leaves the fifo before its line is written back: a release does not wait for it.
s/"do": \["drain", "stall"\], "note": "still dirty/"do": ["drain", "pop sfifo"], "note": "still dirty/
