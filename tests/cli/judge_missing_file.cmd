"$COHGEN" judge nowhere.axe
