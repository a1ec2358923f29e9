# commands.json
# A line is kept that was asked for while a store of the same core was on its way, and may be older.
# by: oracle
# point: commands_few
# run: -w episodes -n 60000 -O lines=3 -O words=4 -s 1
s/"on": "load", "when": "out > 0", "do": \["allocate mshr", "allocate line"/"on": "load", "when": "out > 0 \&\& out < 1", "do": ["allocate mshr", "allocate line"/
# Answers come then where the table calls them impossible: they are taken as elsewhere, so that the value shows it.
s/"in": \["V", "IV"\], "on": "OLD", "do": \["impossible"\]/"in": ["V", "IV"], "on": "OLD", "do": ["respond msg", "out = out - 1"]/
s/"in": "IV", "on": "ACK", "do": \["impossible"\]/"in": "IV", "on": "ACK", "do": ["respond", "out = out - 1"]/
