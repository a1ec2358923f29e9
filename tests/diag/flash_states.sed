# < buffer.json
s/"flash lines to I", "flash mshrs to II"/"flash V to IV", "flash I to V", "flash IV to I", "flash VI to I", "flash V I"/
