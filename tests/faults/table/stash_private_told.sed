# stash.json
# What is stored by a non-coherent mapping is registered as by any other.
# by: workload
# when: full
# run: -w script -O script=tests/sim/stash_modes.json
/"on": \["store", "atomic"\], "when": "closed/d
/"on": "\(store\|atomic\)", "when": "line.index == command.index && closed"/d
