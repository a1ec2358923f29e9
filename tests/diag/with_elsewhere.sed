# < window.json
s/about fit(due) to home", "line.base = base"/about fit(due) with 2 by 1 to home", "line.base = base"/
