# stash.json
# An acquire leaves valid words in the stash.
# by: oracle
# when: full
# run: -c commands=0 -w script -O script=tests/sim/stash_steps.json
s/"on": "acquire", "do": \["flash V to I", /"on": "acquire", "do": [/
