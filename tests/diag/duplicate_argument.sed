s/send ACK{ver: fit(new_ver)}/send ACK{ver: 0, ver: fit(new_ver)}/
