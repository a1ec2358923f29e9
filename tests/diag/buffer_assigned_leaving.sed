# < buffer.json
s/\["send WRITE{kept: buffer.kept} to home"\]/["send WRITE{kept: buffer.kept} to home", "buffer.kept = true"]/
