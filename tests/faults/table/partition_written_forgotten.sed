# partition.json
# A store to a line that is on its way is not noted: loads find the copy without its bytes.
# by: oracle
s/{"in": \["V", "F", "K"\], "on": "store", "do": \["@post", "line.written = true"\]}/{"in": "F", "on": "store", "do": ["@post"]},\n        {"in": ["V", "K"], "on": "store", "do": ["@post", "line.written = true"]}/
