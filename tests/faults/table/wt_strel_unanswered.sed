# wt.json
# A StRel is answered before the directory has it.
s/"mshr.sync = true", "send WRITE{sync: true} to parent"\], "next": "II"/"mshr.sync = false", "thread.out = fit(thread.out + 1)", "respond", "send WRITE{sync: true} to parent"], "next": "II"/
