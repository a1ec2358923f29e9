# < mixed.json --set slots=2
