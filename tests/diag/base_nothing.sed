1!d
s|.*|{"base": "toy", "name": "made", "title": "T",\n "machines": {"l1": {"states": {"M": null}}}, "counters": null}|
