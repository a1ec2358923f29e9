s/"home": true,/"home": true, "holds_ways": true,/
