# < sfifo.json
s/"push sfifo", //
s/"mark sfifo", //
