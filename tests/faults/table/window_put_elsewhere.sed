# window.json
# A window that is given up goes to the global line that it is to be of, not to the one that it has been of.
s/send WPUT{slot: line.at} about fit(held)/send WPUT{slot: line.at} about fit(due)/
