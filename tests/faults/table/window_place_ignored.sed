# window.json
# All windows of a core are of the first global line. Golden models follow the table; a program that knows what it asked for does not.
# by: workload
# when: full
# run: -w script -O script=tests/sim/window_steps.json
s/"win_first + line.base + line.at"/"win_first + line.base + line.at * 0"/
s/"win_first + base + line.at"/"win_first + base + line.at * 0"/
