# < local.json
/"beside": "l1"/s/$//; /"doc": "a local memory of the core"/{n;s/"cores"/"partitions"/}
