s/{"in": "II", "on": "DATA", "do": \["impossible"\]}/{"in": "II", "on": "DATA", "do": ["impossible", "now = 0"]}/
