s/{"on": "wake", "do": \["mode = Run"\]}/&,/
