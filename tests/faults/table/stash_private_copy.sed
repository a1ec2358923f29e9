# stash.json
# What is stored by a non-coherent mapping is dropped by an acquire, as a copy is.
# by: oracle
# when: full
# run: -w script -O script=tests/sim/stash_modes.json
/"on": "store", "when": "line.index == command.index && closed"/s/"line.copied = true", "privates = true"\], "next": "P"/"privates = true"]/
