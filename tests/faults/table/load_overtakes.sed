# gd.json
# A load of a line does not wait for the core's own stores to it.
# by: oracle
/"on": "load", "when": "buffered"/{N;d}
