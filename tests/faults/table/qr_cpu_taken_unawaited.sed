# qr_cpu.json
# A CPU gets the only copy while copies of the line are still being taken away from others.
/"on": "GETM", "when": "out != 0"/d
