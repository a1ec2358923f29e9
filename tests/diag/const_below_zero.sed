s/(1 << ts_bits) - 1/1 - ts_bits/
