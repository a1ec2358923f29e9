# < window.json
s/\("PUTACK":.*\), "place": "slot"/\1/
