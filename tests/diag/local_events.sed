# < local.json
/a local memory of the core/,/rules/s/"atomic": {"core": "atomic"}}/"atomic": {"core": "atomic"}, "fence": {"core": "fence"}, "evict": {"evict": true}}/
