# forwards.json
# A forward that was kept for a GPU is answered as if a CPU had asked.
s/"mshr.owes == Copy && is(mshr.asks, gpu)"/"mshr.owes == Copy \&\& mshr.owes == Nothing \&\& is(mshr.asks, gpu)"/
