s/line.exp >= now/line.expp >= now/
