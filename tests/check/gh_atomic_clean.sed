s/"hit", "atomic", "@dirty", "perform atomic"/"hit", "atomic", "perform atomic"/
