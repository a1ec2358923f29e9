s/"home": true, *//
/"home": true$/d
