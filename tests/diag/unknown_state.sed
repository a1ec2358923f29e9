s/"next": "II"/"next": "VII"/
