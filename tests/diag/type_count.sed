# < directory.json
s/count(others)/count(line.owner)/
