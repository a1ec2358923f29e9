# scratch_dma_system.sv
# The engine's requests have the marks of what the core offers meanwhile.
# by: assertion
# run: -w strided -s 1 -O rounds=40
s/assign moved_order = moved_own ? '0 : /assign moved_order = /
