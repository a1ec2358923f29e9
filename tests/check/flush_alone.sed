# A rollover that is the leader's alone: answers of other partitions may still be under way when the L1s flush.
s/"do": \["send DRAIN{} to next"\], "note": "round the ring: every/"do": ["mode = Flush", "send FLUSH{} to all"], "note": "round the ring: every/
