# < sfifo.json
s/"push sfifo"/"push fifo"/
