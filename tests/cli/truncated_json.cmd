# Cut in the middle of a rule: one error, and no folder.
printf '{\n  "name": "cut",\n  "machines": {"l1": {"rules": [\n    {"in": "V", "on": "lo' >cut.json
"$COHGEN" gen ./cut.json -o design
