# fifos.json
# The release for lines of the second fifo puts its marker into the first: it passes them.
# by: oracle
s/{"on": "OTHERS", "do": \["mark others"\]}/{"on": "OTHERS", "do": ["mark sfifo"]}/
