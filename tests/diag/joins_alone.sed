# < told.json
s/"messages": {"SRECALL"/"messages": {"SBACK": {"joins": true}, "SDATA": {"place": "fit(msg.slot + msg.first + msg.object)"}, "SDATAR": {"place": "fit(msg.slot + msg.first + msg.object)"}, "SACK": {"place": "fit(msg.slot + msg.first + msg.object)"}, "SRECALL"/
