# --point points/wde.json
