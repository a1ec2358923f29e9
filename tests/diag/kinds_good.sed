# < mixed.json --set cpus=3
