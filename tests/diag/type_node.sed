# < directory.json
s/msg.src == line.owner/msg.src == 0/
s/"mshr.acks = count(others)"/"mshr.acks = self"/
