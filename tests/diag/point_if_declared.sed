# --point points/wide_if.json
