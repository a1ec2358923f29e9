s/"l2.wake"/"l2.wake 0.0", "l1.load 0.1", "l1.load 1", "l1.load x.1"/
