# < buffer.json
s/{"on": "acquire", "do"/{"on": "acquire", "do": ["stall"], "when": "mark.release"}, {"on": "acquire", "do"/
