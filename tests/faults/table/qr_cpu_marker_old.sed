# qr_cpu.json
# A marker that comes to the head first looks at the copies that the one before it waited for.
# by: oracle
# point: qr_cpu_many
s/"out == 0 && !armed"/"old == 0 \&\& !armed"/
