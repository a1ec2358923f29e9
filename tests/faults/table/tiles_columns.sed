# tiles.json
# The column is left out: all lines of a row are of its first global line. Golden models follow the table; a program that knows what it asked for does not.
# by: workload
# run: -w script -O script=tests/sim/tiles_steps.json
s/ + split.remainder(line.at, row)"/"/
