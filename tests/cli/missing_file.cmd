"$COHGEN" gen ./nowhere.json
