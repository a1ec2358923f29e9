# < deferral.json
s/"that": "a.state != M && a.state != M_O/"that": "core(a.asks) != a || a.state != M \&\& a.state != M_O/
