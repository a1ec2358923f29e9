s/"line.exp >= now"/"line.exp == (now > 1)"/
