# A load waits for those bytes of its own core alone that are of the odd round.
s/"on": "load", "when": "buffered"/"on": "load", "when": "buffered \&\& even == 0"/
