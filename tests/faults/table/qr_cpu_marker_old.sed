# qr_cpu.json
# A marker that comes to the head first looks at the copies that the one before it waited for.
# by: oracle
# point: qr_cpu_many
# run: -w episodes -n 40000 -O lines=8 -O words=4 -O length=20 -c hold=5 -c hold_cycles=1000 -s 1
s/"out == 0 && !armed"/"old == 0 \&\& !armed"/
