s/{"in": "II", "on": "DATA", "do": \["impossible"\]}/{"in": "II", "on": "DATA", "do": ["stall"]}/
