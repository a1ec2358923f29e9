# < mixed.json --set cores=2
