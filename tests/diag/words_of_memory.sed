# < ../../protocols/stash.json
s/"on": "load", "when": "!named"/"on": "load", "when": "!named || whole"/
s/{"in": "IB", "on": "SACK", /&"when": "whole", /
s/{"in": "R", "on": "store", /&"when": "whole || words == 1 || wanted", /
