# < msi3.json
s/"do": \["send FARACK{} to home"\], "note"/"do": ["send FARACK{} to children"], "note"/
s/send GETS2{} to home/send GETS2{} to children/
s/send DATA2{} to msg.src/send DATA2{} to children/
