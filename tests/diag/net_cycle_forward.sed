# < directory.json
s/"resp": *{"kind": "crossbar"[^}]*}/&, "fwd": {"kind": "crossbar"}/
s/"INV": *{"net": "resp"\(.*\)"class": "response"/"INV": {"net": "fwd"\1"class": "forward"/
s/{"in": \["IS", "IM"\], "on": "INV", "do": \["send INVACK{} to home"\]/{"in": ["IS", "IM"], "on": "INV", "do": ["stall"]/
