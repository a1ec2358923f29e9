echo "{\"protocol\": \"toy\", \"machines\": []}" >counts.json
"$COHGEN" doc rcc --coverage counts.json -o page
