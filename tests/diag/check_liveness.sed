s/"queue": 1, "without"/"queue": 1, "liveness": true, "without"/
