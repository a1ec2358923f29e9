s/a line is a beat/a line is \xff a beat/
