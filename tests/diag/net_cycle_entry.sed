# < directory.json
s/"resp": *{"kind": "crossbar"[^}]*}/&, "fwd": {"kind": "crossbar"}/
s/"\(INV\|DOWN\|RECALL\)": *{"net": "resp"\(.*\)"class": "response"/"\1": {"net": "fwd"\2"class": "forward"/
s/{"in": "M", "on": "RECALL", "do": \["send WBDATA{kept: false} to home"\], "next": "I"}/{"in": "M", "on": "RECALL", "do": ["allocate mshr", "send WBDATA{kept: false} to home"], "next": "II"}/
