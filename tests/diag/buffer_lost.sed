# < buffer.json
s/\["send WRITE{kept: buffer.kept} to home"\]/["drain all"]/
