# wt.json
# The L2 takes the first atomic that is done for the last one: what comes behind it is served while others of its line are under way.
s/"when": "mshr.more != 0", "feature": "forward_atomics", "do": \["mshr.more = mshr.more - 1"\]/"when": "mshr.more == 77", "feature": "forward_atomics", "do": ["mshr.more = mshr.more - 1"]/
