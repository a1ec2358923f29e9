0,/"registers": {/s//"inputs": {"strict": {"model": "sc"}}, "registers": {/
