# < bounce.json
s/"perform load for mshr.asks", "replay"/"perform load for mshr.asks at 1 in mshr.late", "replay"/
