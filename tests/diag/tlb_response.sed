# < paged.json
s/about msg.line to home/about fit(held) to home/; s/"find": {"load"/"find": {"RECALL": "fit(own >> 2)", "load"/
