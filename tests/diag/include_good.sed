/"cores": *{"default"/,/"axi_data_bits"/d
s/^  "parameters": {/  "include": "caches",\n&/
/^  "constraints": \[/,/^  \],/d
