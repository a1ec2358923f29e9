# qr_cpu.json
# Every other marker leaves the write cache of the GPU while copies of what left before it are being taken away.
# by: oracle
# point: qr_cpu_many
s/"armed && old == 0"/"turn \&\& old == 0"/
