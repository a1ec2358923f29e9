s/"queue": 1, "without"/"queues": 1, "without"/
