s/DATA{ver: max(line.ver, msg.now)} to msg.src/DATA{ver: max(line.ver, msg.now)} to msg.sorce/
s/} to home"\], "next": "II"/} to hom"], "next": "II"/
