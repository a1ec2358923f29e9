# < directory.json
s/line.sharers | {msg.src}/line.sharers | msg.src/
s/line.sharers - {msg.src}/line.sharers - {self}/
