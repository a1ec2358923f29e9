s/"bytes - line.dirty == {}"/"bytes \& line.dirty != {}"/
