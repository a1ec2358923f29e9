"$COHGEN" check rcc --bounds leases --set ts_bits=99
