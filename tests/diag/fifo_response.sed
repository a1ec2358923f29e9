# < sfifo.json
s/"do": \["fill", "respond msg", "replay"/"do": ["push sfifo", "fill", "respond msg", "replay"/
