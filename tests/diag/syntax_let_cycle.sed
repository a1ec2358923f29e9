s/"new_ver": {"is": "max(line.ver, msg.now) + 1"}/"new_ver": {"is": "max(line.ver, old_ver)"}, "old_ver": {"is": "new_ver + 1"}/
