s/line.exp >= now/line.zzzzzz >= now/
s/"now = later", "line.exp = msg.ver"/"now = later", "line.exp = msg.ver", "line.zzzzzz = msg.ver", "qqqqqq = msg.ver", "mshr.xxxxxx = 1"/
s/send GETS{now: now} to home"\], "next": "IV"/send GETS{now: now, zzzzzz: 1} to home"], "next": "IV"/
