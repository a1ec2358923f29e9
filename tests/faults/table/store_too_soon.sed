# tcs.json
# A store of a core that has a lease does not wait for the leases of others.
# by: oracle
s/"alone":     {"is": "line.owner == msg.src \&\& !line.shared"/"alone":     {"is": "line.owner == msg.src"/
