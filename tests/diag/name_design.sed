s/"registers": {"now": "ts"}/"registers": {"now": "ts", "state": "ts", "hit": "ts"}/
s/"fresh": {"is"/"begin": {"is": "now == 1"}, &/
s/"DATA":  \(.*\)"fields": {"ver": "ts"}/"DATA":  \1"fields": {"ver": "ts", "addr": "ts", "logic": "ts"}/
s/send DATA{ver: /send DATA{addr: 0, logic: 0, ver: /
