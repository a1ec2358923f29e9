# < buffer.json
s/"send WRITE{kept: buffer.kept} to home"/"send WRITE{kept: buffer.kept} of all to home"/
