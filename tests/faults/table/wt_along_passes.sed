# wt.json
# Atomics go along although another request of their line waits in the L2: a load that synchronizes may wait for ever for those of others.
# by: watchdog
# point: wt_many
# run: -w episodes -n 200000 -O lines=1 -O atomics=90 -O counters=1 -O flags=1 -s 1
s/"when": "!mshr.waited && mshr.more != gpus \* threads"/"when": "mshr.more != gpus * threads"/
