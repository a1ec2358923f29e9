# < sfifo.json
s/"markers": true, //
