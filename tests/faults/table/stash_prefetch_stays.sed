# stash.json
# A prefetch waits for a registered word of another mapping to leave, and asks nobody for it.
# run: -w script -O script=tests/sim/stash_prefetch.json
s/"do": \["hit", "perform load", "allocate mshr", "send SLEAVE{} about fit(here) to home"\]/"do": ["hit", "perform load", "allocate mshr"]/
