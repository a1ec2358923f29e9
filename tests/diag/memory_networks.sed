s/"mem":  {"kind": "memory"}/"mem":  {"kind": "memory"},\n    "write": {"kind": "memory"}/
s/"WBACK": {"net": "mem"/"WBACK": {"net": "write"/
