# < msi3.json
s/^    "clusters":      {.*/&\n    "pairs":         {"default": 4,  "min": 1,  "max": 16,  "doc": "clusters of L1s"},/
s/^    "cluster": {"count": "clusters".*/&,\n    "pair":    {"count": "pairs", "in": "cluster", "doc": "L1s, as many pairs in each cluster"}/
/^    "l1": {/,/"core_port"/s/"in": "cluster"/"in": "pair"/
