s/d.state != V/d.state != VV/
