s/"do": \["now = later", "respond", "release mshr"\], "next": "I"/"do": ["impossible"]/
