s/"core_port": true/"core_port": "yes"/
