# qr_cpu.json
# Every other marker leaves the write cache of the GPU while copies of what left before it are being taken away.
# by: oracle
# point: qr_cpu_many
# run: -w episodes -n 40000 -O lines=4 -O words=2 -c hold=10 -c hold_cycles=1000 -s 1
s/"armed && old == 0"/"turn \&\& old == 0"/
