s/"home": true,$//
s/"core_port": true,/& "home": true,/
s/now} to home"/now} to all"/
