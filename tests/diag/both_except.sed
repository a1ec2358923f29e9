# < local_drf.json
s/"consistency": "drf0"/"consistency": "hrf"/
s/"release": {"core": "release"}}/"release": {"core": "release", "except": "local"}}/
/a local memory of the core/,/rules/s/"atomic": {"core": "atomic"}}/"atomic": {"core": "atomic"}, "release": {"core": "release"}}/
s/{"in": \["N", "W"\], "on": "load", "do": \["hit", "perform load"\]}/{"on": "release", "do": ["respond"]}, &/
