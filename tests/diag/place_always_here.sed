# < registry.json
s/"data": false, //
