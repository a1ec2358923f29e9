# < deferral.json
s/"due":    {"mshr": "mshr.ready"}/"due":    {"mshr": "mshr.ready \&\& core(mshr.asks) == self"}/
