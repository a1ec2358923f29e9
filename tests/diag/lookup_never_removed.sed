# < records.json
s/"remove out"//g; s/"do": \[\]}/"do": []}/
