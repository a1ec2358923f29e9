# cohgen_link_rx.sv
# A header is offered a beat too early, so that S2 looks at a line that is not whole.
# point: mesi_links
s/beat_q == BeatBits'(Beats - 1 - Lead) : last/beat_q == BeatBits'(Beats - 2 - Lead) : last/
