s/{"in": "V", "on": "store", "do": \[.*\], "next": "II"},/{"in": "V", "on": "store", "do": ["stall"]},/
