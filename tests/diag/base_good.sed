1!d
s|.*|{"base": "toy", "name": "made", "title": "T",\n "parameters": {"cores": {"default": 3, "min": 1, "max": 4, "doc": "fewer"}, "period": null},\n "machines": {"l1": {"events": {"tick": {"every": 64}}, "cache": {"ways": 1}}},\n "check": null}|
