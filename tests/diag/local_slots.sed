# < local.json
s/"local_lines":   {/"slots": {"default": 2, "min": 1, "max": 8, "pow2": true, "doc": "operations"},\n    "local_lines": {/
