# A walk leaves the words of the oldest mapping where they are, so that the command waits for ever.
s/{"in": "R", "on": "visit", "when": "clears && line.map == oldest", "do": \["allocate mshr", "send SLEAVE{} about fit(here) to home", "pop clear"\], "next": "RI"/{"in": "R", "on": "visit", "when": "clears \&\& line.map == oldest", "do": ["pop clear"]/
