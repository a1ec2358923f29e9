s/send ACK{ver: fit(new_ver)}/send ACK{ver: new_ver}/
