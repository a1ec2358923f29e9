# A write-back that comes before the message which says that its sender has the line.
/"in": "M_U", "on": "PutM", "when"/d
