1!d
s|.*|{"base": "toy", "title": "T",\n "messages": {"ACK": {"fields": {"ver": null}}},\n "machines": {"l2": {"lets": {}, "events": {"wake": {"every": "perod"}}}}}|
