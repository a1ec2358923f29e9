# qr_cpu.json
# Bytes of the GPU are written beside the only copy of a CPU, which is not asked back then: its line comes later, over them.
# by: oracle
s/{"in": "M", "on": "WRITE4", "do": \["@recall", "write"\], "next": "R"}/{"in": "M", "on": "WRITE4", "do": ["write", "@new"]}/
