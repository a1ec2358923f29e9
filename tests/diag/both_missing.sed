# < local_drf.json
s/"acquire": {"core": "acquire"}, //
/"on": "acquire"/d
/a local memory of the core/,/rules/s/"atomic": {"core": "atomic"}}/"atomic": {"core": "atomic"}, "acquire": {"core": "acquire"}}/
s/{"in": \["N", "W"\], "on": "load", "do": \["hit", "perform load"\]}/{"on": "acquire", "do": ["flash W to N", "respond"]}, &/
