# qr_cpu.json
# A line that leaves the bank at memory leaves copies of CPUs behind.
s/, "@take"\], "next": "I"}/], "next": "I"}/
s/\["@take"\], "next": "I"}/[], "next": "I"}/
