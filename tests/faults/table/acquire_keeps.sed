# gd.json
# An acquire keeps the L1's copies.
# by: oracle
s/"flash lines to I", "flash mshrs to II", "respond"/"flash mshrs to II", "respond"/
