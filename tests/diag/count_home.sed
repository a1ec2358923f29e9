# --set partitions=3
s/"pow2": true, "doc": "L2 controllers"/"doc": "L2 controllers"/
