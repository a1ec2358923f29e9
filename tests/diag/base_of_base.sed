1!d
s|.*|{"base": "base_good", "name": "chain", "title": "T",\n "machines": {"l1": {"cache": {"mshrs": "cores + 1000"}}}}|
