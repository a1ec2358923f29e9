# < msi3.json --set l2s=6
