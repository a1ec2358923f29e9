# < local.json
s/"do": \["write", "respond", "perform store", "line.stores = 1"\]/"do": ["allocate line", "write", "respond", "perform store", "line.stores = 1"]/
