s/"send WBACK{} to memory"//
