# dd.json
# An acquire keeps the L1's copies.
# by: oracle
s/"flash V to I", "flash IV to IX", "respond"/"flash IV to IX", "respond"/
