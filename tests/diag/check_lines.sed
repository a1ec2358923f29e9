s/"lines": 1, "queue": 1/"lines": 17, "queue": 0/
