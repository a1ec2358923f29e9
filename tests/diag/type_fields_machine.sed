s/"WRITE": {"net": "req"\(.*\)"now": "ts"/"WRITE": {"net": "req"\1"now": "long"/
s/"types": {/&"long": {"bits": "ts_bits + 1"}, /
