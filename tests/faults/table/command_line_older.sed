# commands.json
# A line is kept that was asked for while a store of the same core was on its way, and may be older.
# by: oracle
# point: commands_few
s/"on": "load", "when": "out > 0", "do": \["allocate mshr", "allocate line"/"on": "load", "when": "out > 0 \&\& out < 1", "do": ["allocate mshr", "allocate line"/
