# A load of a line does not wait for the core's own stores to it.
/"on": "load", "when": "buffered"/{N;d}
