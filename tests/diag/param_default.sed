s/{"default": 8,  "min": 6,  "max": 32,/{"default": 5,  "min": 6,  "max": 32,/
