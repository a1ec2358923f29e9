# mesi_l1.sv
# A line that is written back as its way is taken has been read in S0b: a word that was written at that edge is lost.
# point: mesi_late
# when: full
s/ || s1_set_written_q//
