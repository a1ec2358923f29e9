s/"tick":  {"every": "period"}/"tick":  {"every": "period", "evict": true}/
