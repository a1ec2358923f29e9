# < commands.json --set slots=2
s/x/x/
