# qr.json
# The first of several atomics one behind the other takes no copies away.
# by: oracle
s/"send ATOMIC3{along: false} to parent"/"send ATOMIC3{along: true} to parent"/
