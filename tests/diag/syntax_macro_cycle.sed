s/"stop": \["mode = Stop",/"stop": ["mode = Stop", "@stop",/
