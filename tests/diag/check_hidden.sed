s/"each": {"c"/"each": {"cores"/
