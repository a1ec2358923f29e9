# dd_l1.sv
# Words of a line that could be overwritten stand for those of the line that is not here.
s/if (way_sel\[w\]) s1_line_states =/if (way_sel[w] || (way_sel == '0 \&\& free_ways == '0)) s1_line_states =/
