# < commands.json
s/      "home": true,/      "home": true, "commands": {"flush": {}},/
