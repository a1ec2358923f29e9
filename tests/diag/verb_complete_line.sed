# < directory.json
s/"fill", "complete", "replay", "release mshr"\]/"complete", "replay", "release mshr", "send WBDATA{kept: false} to home"]/
