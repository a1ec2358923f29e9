s/^  "parameters": {/  "include": ["cache", "..\/points\/wide", 3],\n&/
