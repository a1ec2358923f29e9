# < registry.json
s/"mshr": {/&"who": {"type": "request"}, /
