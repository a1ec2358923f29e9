s/"sets": 4, "ways": 2, "mshrs": 4/"sets": "zzzzzzzzz", "ways": 2, "mshrs": 4/
s/"count": "cores"/"count": "everybody"/
