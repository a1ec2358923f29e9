# qr_cpu.json
# A CPU that asks for the only copy keeps its own meanwhile: the GPU may synchronize before it gets the line.
# by: oracle
# point: qr_cpu_apart
# without: early_sync
s/"full": {"is": "out + cpus > acks", /"others": {"is": "line.sharers - {msg.src}", "doc": "others"}, &/
s/"mshr.acks = fit(count(line.sharers) + cus)", "line.owner = msg.src", "send TAKE{} to line.sharers"/"mshr.acks = fit(count(others) + cus)", "line.owner = msg.src", "send TAKE{} to others"/
s/{"in": "IM", "on": "OWN"/{"in": ["IM", "SM"], "on": "OWN"/
