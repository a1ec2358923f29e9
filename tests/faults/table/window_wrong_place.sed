# window.json
# A line is recalled from the first window of its owner, whichever has it.
s/"send RECALL{slot: line.index} to line.owner"\], "next": "XV"/"send RECALL{slot: fit(line.index * 0)} to line.owner"], "next": "XV"/
