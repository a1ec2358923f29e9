# < paged.json
s/about msg.line to home/about fit(held) to home/
