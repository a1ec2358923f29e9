s/"FETCH": {\(.*\)}/"FETCH": {\1, "payload": "line"}/
