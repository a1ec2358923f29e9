s/^  "machines": {/  "counters": {"hits": {"doc": "x", "rules": ["toy.l1.V.load", "toy.l1.*.lode"]}, "every": {"doc": "y", "rules": "*"}},\n  "machines": {/
