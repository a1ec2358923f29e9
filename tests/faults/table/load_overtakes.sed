# gd.json
# A load of a line waits for those of the core's own stores alone that are of the odd round.
# by: oracle
s/"on": "load", "when": "buffered"/"on": "load", "when": "buffered \&\& even == 0"/
