# < mapped.json
s/{"in": \["U", "M", "UM", "MU"\], "on": "visit", "do": \["pop clear"\]}/{"in": "UM", "on": "visit", "do": ["publish about fit(held)", "pop clear"]}, {"in": ["U", "M", "MU"], "on": "visit", "do": ["pop clear"]}/
