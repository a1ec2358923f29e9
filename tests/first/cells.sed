# Three cells that the author has not thought of.
/"otherwise"/d
/"in": "IS_D", "on": "load"/d
/"in": "I_D", "on": "GetS"/d
