# < paged.json
s/"pages": {/"others": {"kind": "tlb", "entries": 2, "key": "page"}, "pages": {/
