# wt.json
# Atomics go along although another request of their line waits in the L2: a load that synchronizes may wait for ever for those of others.
# by: watchdog
# point: wt_many
s/"when": "!mshr.waited && mshr.more != gpus \* threads"/"when": "mshr.more != gpus * threads"/
