# no_l1 is wt without its feature l1. The dumped table has a parameter of those that tables share, which it does not use.
"$COHGEN" gen wt --without l1 --dump-table |
    awk '/^    "cores":{$/ && !n { skip = n = 1 } !skip { print } skip && /^    },?$/ { skip = 0 }' >table.json
"$COHGEN" diff table.json no_l1
