# mappings.json
# The timer looks at the first entry of the ring, and not at the one that is in the way.
s/"age": "maps.tail"/"age": "0"/
