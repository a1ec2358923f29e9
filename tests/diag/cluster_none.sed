# < msi3.json --set clusters=0
s/"clusters":      {"default": 2,  "min": 1/"clusters":      {"default": 2,  "min": 0/
