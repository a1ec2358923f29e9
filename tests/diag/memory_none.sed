/^    "FETCH": {/d
/^    "FILL":  {/d
s/^\(    "WBACK": .*\)},$/\1}/
s/"send FETCH{} to memory"/"stall"/
s/, "FILL"\]/]/
/"on": "FILL"/d
