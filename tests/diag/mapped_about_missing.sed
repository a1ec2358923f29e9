# < window.json
s/ about fit(due)//
