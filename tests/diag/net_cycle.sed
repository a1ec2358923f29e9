s/"do": \["now = later", "respond", "release mshr"\]/"do": ["now = later", "respond", "release mshr", "send GETS{now: now} to home"]/
