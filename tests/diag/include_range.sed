/"cores": *{"default"/d
s/^  "parameters": {/  "include": "range",\n&/
