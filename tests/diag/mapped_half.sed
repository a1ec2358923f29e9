# < window.json
s/"mshrs": "win_mshrs", //
