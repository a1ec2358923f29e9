# < records.json
s/"structures": {/"registers": {"full_out": "bool"}, "structures": {/
