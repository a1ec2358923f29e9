# qr.json
# A release is over when the markers of one bank of the GPU's write cache have come to memory: answers are not counted for all banks.
# by: lockstep
# when: full
# point: qr_banks
s/^  "constants": {"answers": .*$/  "constants": {"answers": "partitions"},/
