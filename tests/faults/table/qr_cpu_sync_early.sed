# qr_cpu.json
# Without early_sync: what synchronizes at memory does not wait for copies that are being taken away already.
# without: early_sync
/"on": \["ATOMIC4", "STREL4"\], "when": "out != 0"/d
