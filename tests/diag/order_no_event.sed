# < buffer.json
s/{"core": "release"}/{"core": "fence"}/
