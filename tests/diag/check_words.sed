s/"queue": 1, "without"/"queue": 1, "sync": 2, "beside": "some", "without"/
