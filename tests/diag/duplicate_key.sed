s/"V":  {"doc": "a copy"}/"I":  {"doc": "a copy"}/
