# < records.json
s/"insert out", //
