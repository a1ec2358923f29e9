s/"registers": {/"inputs": {"strict": {"consistency": "sc"}}, &/
0,/"consistency": "sc"}}/s//"consistency": "tso"}, "now": {}}/
