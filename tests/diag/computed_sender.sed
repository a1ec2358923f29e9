# < reverse.json
s/\(msg.line - (win_first\)/msg.line - (msg.src == msg.src ? win_first : win_first/
