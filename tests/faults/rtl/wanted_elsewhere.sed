# dd_l1.sv
# Requests that wait for words of other lines hold up those of this one.
# by: lockstep
s/deferred_near_q\[t\] <= .* == s1_key;/deferred_near_q[t] <= 1'b1;/
