/"in": "IX", "on": \["DATA", "OWNED"\]/s/"next": "I"/"next": "O"/
