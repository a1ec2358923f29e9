s/"that": "h.mode == Run"/"that": "h.mode == run"/
