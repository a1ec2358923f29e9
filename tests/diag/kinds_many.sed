# < mixed.json --set cpus=8 --set gpus=9
s/"gpus":          {"default": 2,  "min": 1,  "max": 8,/"gpus":          {"default": 2,  "min": 1,  "max": 9,/
