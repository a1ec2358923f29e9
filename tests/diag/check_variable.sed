s/!c.busy || d.state/!e.busy || d.state/
