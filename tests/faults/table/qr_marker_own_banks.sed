# qr.json
# A marker goes only through banks that its compute unit has written since its last one; rl2 answers for the others. What its thread has seen of others, and they have not
# released, may be in such a bank.
# by: oracle
# point: qr_apart
# run: -w episodes -n 40000 -O lines=4 -O words=2 -c hold=10 -c hold_cycles=1000 -s 1
s/^    "mask":  {"mask": "bytes",.*$/&\n    "units": {"set": "wl1", "doc": "write caches of compute units"},/
s/^    "DONE":  .*$/&\n    "UNUSED": {"net": "resp", "from": "rl2", "to": "rl1", "class": "response", "block": false, "thread": true, "doc": "this bank has nothing of the unit"},/
s/^        {"on": "DONE", "do": .*$/&,\n        {"on": "UNUSED", "do": ["thread.left = thread.left - 1"]}/
s/^      "cache": {"sets": "l2_sets", .*$/&\n      "registers": {"wrote": {"type": "units", "doc": "who has written"}},/
s/"send WRITE3{} to parent"/&, "wrote = wrote | {msg.src}"/
s/^        {"on": "MARK2", "do": .*$/        {"on": "MARK2", "when": "msg.src in wrote", "do": ["wrote = wrote - {msg.src}", "send MARK3{} to parent"]},\n        {"on": "MARK2", "do": ["send UNUSED{} to core(msg.request)"]},/
