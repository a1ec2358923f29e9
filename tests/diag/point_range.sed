# --point points/wide.json
