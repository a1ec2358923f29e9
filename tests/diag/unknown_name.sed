s/"accept": {"request": "mode == Run"}/"accept": {"request": "mod == Runn"}/
