/"in": "F", "on": "oldest"/d
s/"in": \["D", "V"\], "on": "oldest"/"in": ["D", "V", "F"], "on": "oldest"/
