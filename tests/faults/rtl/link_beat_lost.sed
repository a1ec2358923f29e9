# cohgen_link_tx.sv
# The second beat of a line is lost on the link.
# by: lockstep
# point: mesi_links
s/here = beat_q == BeatBits'(b);/here = beat_q == BeatBits'(b) \&\& b != 1;/
