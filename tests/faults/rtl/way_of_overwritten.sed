# mesi_wt_l1.sv
# Behind an access that found its line overwritten comes one to the same line, and takes the way that it was in.
# point: mesi_wt_crowd
s/same_way = same_line && !s2_stale_q &&/same_way = same_line \&\&/
