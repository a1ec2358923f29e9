s/"on": "load", "do": \["merge"\]/"on": "load", "do": ["merge", "now = later"]/
s/"ACK":   {"net": "resp",\(.*\)"ver": "ts"/"ACK":   {"net": "resp",\1"vers": "ts"/
s/send ACK{ver:/send ACK{vers:/
