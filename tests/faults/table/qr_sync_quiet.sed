# qr.json
# A StRel that is done at memory leaves the copies of its line behind.
# by: oracle
# without: early_sync
# when: full
# run: --script tests/sim/qr_neighbour.json
s/"do": \["send STREL4{} to home", "@drop"\]/"do": ["send STREL4{} to home"]/
