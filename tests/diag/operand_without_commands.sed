s/"core_port": true,/"core_port": true, "operands": {"hint": {"type": "bool", "values": [false, true]}},/
