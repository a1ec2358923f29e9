# wcache_l1.sv
# A fill overwrites the bytes that its rule names.
s/((~fill_kept & ~marked_bytes)/((~marked_bytes)/
