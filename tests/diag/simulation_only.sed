s|^  "consistency": "sc",|  "consistency": "sc", "simulation_only": true,|
