s/of line.dirty to home/of all to home/
