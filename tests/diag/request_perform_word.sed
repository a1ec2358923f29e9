# < bounce.json
s/"perform load for mshr.asks", "replay"/"perform store for mshr.asks", "replay"/
