s/"send FETCH{} to memory"\], "next": "IV"/"send FETCH{} to memory", "send WBACK{} to memory"], "next": "IV"/
