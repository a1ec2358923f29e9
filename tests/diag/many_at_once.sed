# --set cores=0
s/"core_port": true/"core_prot": true/
s/"next": "IV"/"next": "VI"/
s/"mode = Run"/"mode = Running"/
