s/"l2.wake"/"l2.wakes"/
