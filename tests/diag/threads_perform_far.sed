s/"fill", "line.ver = 0", "replay"/"fill", "line.ver = 0", "perform load", "replay"/
