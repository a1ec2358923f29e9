s/"home": true,/& "interleaved": true,/
s/"core_port": true,/& "interleaved": true,/
