s/"hit", "perform load at now"/"hit", "perform load at msg.ver"/
