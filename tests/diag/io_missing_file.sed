# ! nowhere.json
