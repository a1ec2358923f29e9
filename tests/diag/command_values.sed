# < commands.json
s/"values": \[0, 1028\]/"values": []/; s/"values": \[0, 1\],/"values": [0, 1, 1],/
