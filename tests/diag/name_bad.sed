s/"tick":  {"every"/"tick-tock":  {"every"/
s/"on": "tick"/"on": "tick-tock"/
