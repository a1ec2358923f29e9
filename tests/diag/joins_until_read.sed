# < brought.json
s/^  "machines": {/&\n    "stash": {"registers": {"hurry": {"type": "bool"}}, "let": {"none": {"is": "!maps.found || hurry"}}},/
