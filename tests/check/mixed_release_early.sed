# A GPU's release waits for all of its thread's writes but one.
s/"when": "thread.out == 0"/"when": "thread.out <= 1"/
