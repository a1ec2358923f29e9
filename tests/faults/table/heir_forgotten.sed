# dd.json
# Who is to have a word next is forgotten when the word comes.
# by: watchdog
# run: -w spin_mutex -s 1 -c hold=40 -c evict=30
s/"when": "mshr.due", "do": \["fill", "replay", "mshr.give = true"\], "next": "RQ"/"when": "mshr.due", "do": ["fill", "replay", "release mshr"], "next": "R"/
