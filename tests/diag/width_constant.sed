s/"line.ver = 0"/"line.ver = fit(300)"/
