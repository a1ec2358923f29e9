# < msi3.json --set cores=5
