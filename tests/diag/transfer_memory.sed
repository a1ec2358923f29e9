# < bounce.json
s/"core_port": true,/& "commands": {"fetch": {"transfer": "in"}},/
