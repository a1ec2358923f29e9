# < buffer.json --set consistency=drf1
s/"on": "load", "when": "buffered"/"on": "load", "when": "buffered || mark.local"/
s/"acquire": {"core": "acquire"}/"acquire": {"core": "acquire", "except": "local"}/
