s/"queue": 1, "without"/"queue": 1, "words": 1, "anything": true, "without"/
s/"lines": 1, "queue": 1, "words": 1/"lines": 2, "queue": 2, "words": 2/
