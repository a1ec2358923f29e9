s/"mode": {"enum": \["Run", "Stop"\]}/&, "L1": {"enum": ["V", "W"]}/
