s/"mode == Run"/"mode < Run"/
