s/, "line.exp = msg.ver", "fill"/, "fill"/
