s/"line.ver = fit(new_ver)"/"line.ver = fit(new_ver) + 1"/
