# < wcache.json
s/"push sfifo", "respond", "perform store"\], "next": "D"/"push sfifo", "respond", "perform store"], "next": "I"/
