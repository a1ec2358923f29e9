s/^  "parameters": {/  "include": ["keys"],\n&/
