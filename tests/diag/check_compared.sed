s/h.here/h.state/
