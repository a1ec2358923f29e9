s/h.here/h.there/
