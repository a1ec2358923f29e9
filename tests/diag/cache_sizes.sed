# --set ts_bits=12
s/"sets": 4, "ways": 2, "mshrs": 4, "waiters": 4/"sets": 1, "ways": "ts_bits \/ 4", "mshrs": 0, "waiters": 0/
s/ts_bits \/ 4/ts_bits - 6/
s/"sets": 8, "ways": 2, "mshrs": 4, "waiters": 4/"sets": "ts_bits", "ways": 32, "mshrs": 129/
