# < local.json
s/^      "cache": {"sets": 2, "ways": 1, "mshrs": 1, "waiters": 1},//
