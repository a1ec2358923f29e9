s/"line.ver = fit(new_ver)"/"line.ver = new_ver"/
