# copies.json
# An acquire keeps the copies that a local memory has: a script reads an old value.
# when: full
# run: -w script -O script=tests/sim/copies_steps.json
s/"flash S to U", //
