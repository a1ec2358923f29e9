# --set ts_bit=9
