s/{"on": "tick", "do": \[\]}/{"on": "tick", "when": "now < ts_max", "do": []},&/
