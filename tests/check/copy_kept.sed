# An invalidation is answered, and the copy stays: a load after the write reads the old value.
s/{"in": "V", "on": "INV", "do": \["send INVACK{} to msg.src"\], "next": "I"}/{"in": "V", "on": "INV", "do": ["send INVACK{} to msg.src"], "next": "V"}/
