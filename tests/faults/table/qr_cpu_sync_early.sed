# qr_cpu.json
# Without early_sync: what synchronizes at memory does not wait for copies that are being taken away already.
# without: early_sync
# run: -w episodes -n 40000 -O lines=16 -O words=4 -O length=12 -c hold=2 -c hold_cycles=2000 -s 1
/"on": \["ATOMIC4", "STREL4"\], "when": "out != 0"/d
