# --set cores=17
s/"cores": \(.*\)"max": 16/"cores": \1"max": 32/
