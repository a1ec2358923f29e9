# < buffer.json
s/"flash lines to I", "flash mshrs to II"/"flash V to I", "flash IV to II"/
