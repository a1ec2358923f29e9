# < buffer.json
s/"flash mshrs to II", "respond"\]/"flash mshrs to II"]/
