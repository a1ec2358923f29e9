echo "{}" >counts.json
"$COHGEN" doc rcc --coverage counts.json -o page
