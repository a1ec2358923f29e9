s/"perform load at now"/"perform load at mshr.asked"/
