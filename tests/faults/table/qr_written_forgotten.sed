# qr.json
# A line that comes after a store to it is taken for one that nobody has written.
# by: oracle
# point: qr_two
s/{"in": \["V", "F", "K"\], "on": "store", "do": \["@post", "line\.written = true"\]}/{"in": ["V", "K"], "on": "store", "do": ["@post", "line.written = true"]},\n        {"in": "F", "on": "store", "do": ["@post"]}/
