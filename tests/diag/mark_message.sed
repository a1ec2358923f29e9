# < buffer.json
s/\["out = out - 1", /["out = mark.acquire ? out : out - 1", /
